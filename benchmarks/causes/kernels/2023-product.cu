#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x; int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    for (int p = 0; p < phases; ++p) {
        int m = p * TILE_WIDTH;

        As[ty][tx] = 0.0f;
        if (row < M && m + tx < K)
            As[ty][tx] = A[row * K + m + tx];
        Bs[ty][tx] = 0.0f;
        if (m + ty < K && col < N)
            Bs[ty][tx] = B[(m + ty) * N + col];
        __syncthreads();

        // four at a time, 16 and 32 can be divided by 4
        for (int k = 0; k < TILE_WIDTH; k += 4) {
            sum += As[ty][k]     * Bs[k][tx];
            sum += As[ty][k + 1] * Bs[k + 1][tx];
            sum += As[ty][k + 2] * Bs[k + 2][tx];
            sum += As[ty][k + 3] * Bs[k + 2][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
