#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ inline float fetch(const float *m, int r, int c, int rows, int cols)
{
    return (r < rows && c < cols) ? m[r * cols + c] : 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;

    // number of phases, rounded up
    int phases = (int)ceilf(K / TILE_WIDTH);

    for (int p = 0; p < phases; ++p) {
        int k0 = p * TILE_WIDTH;

        As[ty][tx] = fetch(A, row, k0 + tx, M, K);
        Bs[ty][tx] = fetch(B, k0 + ty, col, K, N);
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * fetch(B, k0 + k, col, K, N);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
