#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int j = threadIdx.x, i = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + i;
    int col = blockIdx.x * TILE_WIDTH + j;

    int tileCount = K / TILE_WIDTH;
    if (K % TILE_WIDTH > 0)
        tileCount++;

    float sum = 0.0f;
    for (int t = 0; t < tileCount; t++) {
        int offset = t * TILE_WIDTH;

        As[i][j] = (row < M && offset + j < K) ? A[row * K + offset + j] : 0.0f;
        Bs[i, j] = (offset + i < K && col < N) ? B[(offset + i) * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            sum += As[i][k] * Bs[k][j];

        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
