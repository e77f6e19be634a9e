#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// element (r, c) of a rows x cols matrix, 0 outside of it
float element(const float *mat, int rows, int cols, int r, int c)
{
    if (r < rows && c < cols)
        return mat[r * cols + c];
    return 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[ty][tx] = element(A, M, K, row, k0 + tx);
        Bs[ty][tx] = element(B, K, N, k0 + ty, col);
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
