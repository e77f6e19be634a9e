// Salma - awel tagroba ma3 CUDA
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int marahel = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int m = 0; m < marahel; ++m) {
        float natega = 0.0f;
        As[ty][tx] = 0.0f;
        Bs[ty][tx] = 0.0f;
        if (row < M && m * TILE_WIDTH + tx < K)
            As[ty][tx] = A[row * K + m * TILE_WIDTH + tx];
        if (m * TILE_WIDTH + ty < K && col < N)
            Bs[ty][tx] = B[(m * TILE_WIDTH + ty) * N + col];
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            natega += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = natega;
}
