#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

constexpr int T = TILE_WIDTH;

// B's tile is kept transposed, padded by one against bank conflicts
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float as[T][T];
    __shared__ float bt[T][T + 1];

    const int r = threadIdx.y, c = threadIdx.x;
    const int R = blockIdx.y * T + r;
    const int Q = blockIdx.x * T + c;

    float s = 0;
    for (int k0 = 0; k0 < K; k0 += T)
    {
        float va = 0, vb = 0;
        if (R < M && k0 + c < K) va = A[R * K + k0 + c];
        if (Q < N && k0 + r < K) vb = B[(k0 + r) * N + Q];
        as[r][c] = va;
        bt[c][r] = vb;
        __syncthreads();

        #pragma unroll
        for (int k = 0; k < T; ++k)
            s = fmaf(as[r][k], bt[k][c], s);

        __syncthreads();
    }
    if (R < M && Q < N)
        C[R * N + Q] = s;
}
