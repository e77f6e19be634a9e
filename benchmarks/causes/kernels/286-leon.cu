#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define ROW (blockIdx.y * blockDim.y + threadIdx.y)
#define COL (blockIdx.x * blockDim.x + threadIdx.x)

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int r = ROW, c = COL;
    if (r < M && c < N) {
        float v = 0.0f;
        for (int i = 0; i < N; i++)
            v += A[r * K + i] * B[i * N + c];
        C[r * N + c] = v;
    }
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tile[2][TILE_WIDTH][TILE_WIDTH];   // 0: A, 1: B
    int r = ROW, c = COL, x = threadIdx.x, y = threadIdx.y;
    float v = 0.0f;

    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; p++) {
        tile[0][y][x] = 0.0f;
        tile[1][y][x] = 0.0f;
        if (r < M && p * TILE_WIDTH + x < K)
            tile[0][y][x] = A[r * K + p * TILE_WIDTH + x];
        if (p * TILE_WIDTH + y < K && c < N)
            tile[1][y][x] = B[(p * TILE_WIDTH + y) * N + c];
        for (int i = 0; i < TILE_WIDTH; i++)
            v += tile[0][y][i] * tile[1][i][x];
        __syncthreads();
    }

    if (r < M && c < N)
        C[r * N + c] = v;
}
