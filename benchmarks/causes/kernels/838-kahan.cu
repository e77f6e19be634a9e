#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ __forceinline__ float fetch(const float *m, int r, int c, int rows, int cols)
{
    if (r >= rows || c >= cols)
        return 0.0f;
    return m[r * cols + c];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sB[TILE_WIDTH][TILE_WIDTH];

    const int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    const int col = blockIdx.x * TILE_WIDTH + threadIdx.x;

    float sum = 0.0f;
    float comp = 0.0f;   // Kahan compensation

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH)
    {
        sA[threadIdx.y][threadIdx.x] = fetch(A, row, k0 + threadIdx.x, M, K);
        sB[threadIdx.y][threadIdx.x] = fetch(B, k0 + threadIdx.y, col, K, N);
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
        {
            float y = sA[threadIdx.y][k] * sB[k][threadIdx.x] - comp;
            float t = sum + y;
            sum = t;
            comp = (t - sum) - y;
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
