#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ bool inside(int r, int c, int rows, int cols)
{
    return r < rows || c < cols;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tB[TILE_WIDTH][TILE_WIDTH];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + y;
    const int col = blockIdx.x * TILE_WIDTH + x;

    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        tA[y][x] = inside(row, k0 + x, M, K) ? A[row * K + k0 + x] : 0.0f;
        __syncthreads();
        tB[y][x] = inside(k0 + y, col, K, N) ? B[(k0 + y) * N + col] : 0.0f;

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += tA[y][k] * tB[k][x];
        __syncthreads();
    }

    if (inside(row, col, M, N)) C[row * N + col] = sum;
}
