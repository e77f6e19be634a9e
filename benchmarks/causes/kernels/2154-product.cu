#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define TW TILE_WIDTH

// one thread = one element of C
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TW][TW];
    __shared__ float tileB[TW][TW];

    const int lx = threadIdx.x, ly = threadIdx.y;
    const int i = blockIdx.y * TW + ly;
    const int j = blockIdx.x * TW + lx;

    float acc = 0.f;
    for (int k0 = 0; k0 < K; k0 += TW)
    {
        int ka = k0 + lx;   // column in A
        int kb = k0 + ly;   // row in B

        tileA[ly][lx] = (i < M && ka < K) ? A[i * K + ka] : 0.f;
        tileB[ly][lx] = (j < N && ka < K) ? B[kb * N + j] : 0.f;
        __syncthreads();

        for (int k = 0; k < TW; k++)
            acc += tileA[ly][k] * tileB[k][lx];
        __syncthreads();
    }

    if (i < M && j < N) C[i * N + j] = acc;
}
