#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ __forceinline__ float fetch(const float *m, int r, int c, int rows, int cols)
{
    return (r < rows && c < cols) ? m[r * cols + c] : 0.0f;
}

// Prefetch into registers: the loads of the following tile are on their way while this one is used.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    float regA = fetch(A, row, tx, M, K);
    float regB = fetch(B, ty, col, K, N);
    float sum = 0.0f;

    for (int p = 0; p < phases - 1; ++p) {
        As[ty][tx] = regA;
        Bs[ty][tx] = regB;
        __syncthreads();

        // beyond the last tile this gives zeros
        regA = fetch(A, row, (p + 1) * TILE_WIDTH + tx, M, K);
        regB = fetch(B, (p + 1) * TILE_WIDTH + ty, col, K, N);

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
