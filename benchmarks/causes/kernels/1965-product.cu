#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// element (r, c) of a row-major rows x cols matrix, 0 outside
__device__ float fetch(const float *m, int r, int c, int rows, int cols)
{
    if (r < rows && c < cols)
        return m[(size_t)r * cols + c];
    return 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    float sum = 0.0f;
    for (int p = 0; p < phases; ++p) {
        const int off = p * TILE_WIDTH;
        As[ty][tx] = fetch(A, row, off + tx, M, K);
        Bs[ty][tx] = fetch(B, off + ty, col, N, K);
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum = fmaf(As[ty][k], Bs[k][tx], sum);
        __syncthreads();
    }

    if (row < M && col < N)
        C[(size_t)row * N + col] = sum;
}
