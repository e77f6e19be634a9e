#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float shA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float shB[TILE_WIDTH][TILE_WIDTH];

    const int COL = threadIdx.x + blockIdx.x * blockDim.x;
    const int ROW = threadIdx.y + blockIdx.y * blockDim.y;
    float tmp = 0.0f;

    for (int j = 0; j < (K + TILE_WIDTH - 1) / TILE_WIDTH; j++)
    {
        const int ka = j * TILE_WIDTH + threadIdx.x;
        const int kb = j * TILE_WIDTH + threadIdx.y;

        if (kb < K && COL < N)
            shB[threadIdx.y][threadIdx.x] = B[kb * N + COL];

        if (ka >= K || ROW >= M)
            shA[threadIdx.y][threadIdx.x] = 0.0f;
        else
            shA[threadIdx.y][threadIdx.x] = A[ROW * K + ka];

        __syncthreads();
        for (int l = 0; l < TILE_WIDTH; l++)
            tmp = tmp + shA[threadIdx.y][l] * shB[l][threadIdx.x];
        __syncthreads();
    }

    if (ROW < M && COL < N)
        C[ROW * N + COL] = tmp;
}
