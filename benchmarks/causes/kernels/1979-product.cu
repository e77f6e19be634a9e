#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int W = TILE_WIDTH;
    __shared__ float Am[W][W];
    __shared__ float Bm[W][W];

    int ty = threadIdx.y, tx = threadIdx.x;
    int i = blockIdx.y * W + ty;
    int j = blockIdx.x * W + tx;
    float cij = 0.0f;

    for (int kk = 0; kk < K; kk += W) {
        int p = kk + tx;
        int q = kk + ty;

        Am[ty][tx] = 0.0f;
        Bm[ty][tx] = 0.0f;
        if (i < M) {
            if (p < K)
                Am[ty][tx] = A[i * K + p];
        }
        if (j < N) {
            if (q < K)
                Bm[ty][tx] = B[q * N + j];
        }
        __syncthreads();

        for (int k = 0; k < W; ++k) {
            cij += Am[ty][k] * Bm[k][tx];
        }
        __syncthreads();
    }

    if (i < M) {
        if (j < N)
            C[i][j] = cij;
    }
}
