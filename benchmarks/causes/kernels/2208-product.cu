#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// element (r, c) of a rows x cols matrix, or zero when there is no such element
__device__ int element(const float *m, int r, int c, int rows, int cols)
{
    if (r >= rows || c >= cols)
        return 0;
    return m[r * cols + c];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[TILE_WIDTH][TILE_WIDTH], b[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty, col = blockIdx.x * TILE_WIDTH + tx;

    float dot = 0;
    for (int k = 0; k < K; k += TILE_WIDTH)
    {
        a[ty][tx] = element(A, row, k + tx, M, K);
        b[ty][tx] = element(B, k + ty, col, K, N);
        __syncthreads();

        for (int j = 0; j < TILE_WIDTH; j++)
            dot += a[ty][j] * b[j][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = dot;
}
