#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int p = 0; p < phases; ++p) {
        float total = 0.0f;
        int k1 = p * TILE_WIDTH + threadIdx.x;
        int k2 = p * TILE_WIDTH + threadIdx.y;
        if (row < M && k1 < K)
            As[threadIdx.y][threadIdx.x] = A[row * K + k1];
        else
            As[threadIdx.y][threadIdx.x] = 0;
        if (k2 < K && col < N)
            Bs[threadIdx.y][threadIdx.x] = B[k2 * N + col];
        else
            Bs[threadIdx.y][threadIdx.x] = 0;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            total += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = total;
}
