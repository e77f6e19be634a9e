#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define W TILE_WIDTH
#define AT(i, j, ld) (i * ld + j)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float lhs[W * W], rhs[W * W];

    int x = threadIdx.x, y = threadIdx.y;
    int r0 = blockIdx.y * W, c0 = blockIdx.x * W;
    float dot = 0;

    for (int s = 0; s < K; s += W) {
        lhs[AT(y, x, W)] = 0;
        rhs[AT(y, x, W)] = 0;
        if (r0 + y < M && s + x < K)
            lhs[AT(y, x, W)] = A[AT(r0 + y, s + x, K)];
        if (s + y < K && c0 + x < N)
            rhs[AT(y, x, W)] = B[AT(s + y, c0 + x, N)];
        __syncthreads();

        for (int i = 0; i < W; i++)
            dot += lhs[AT(y, i, W)] * rhs[AT(i, x, W)];
        __syncthreads();
    }

    if (r0 + y < M && c0 + x < N)
        C[AT(r0 + y, c0 + x, N)] = dot;
}
