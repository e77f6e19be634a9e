#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

float readOrZero(const float *m, int r, int c, int rows, int cols)
{
    if (r >= rows || c >= cols)
        return 0.0f;
    return m[r * cols + c];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;
    for (int p = 0; p * TILE_WIDTH < K; ++p) {
        As[ty][tx] = readOrZero(A, row, p * TILE_WIDTH + tx, M, K);
        Bs[ty][tx] = readOrZero(B, p * TILE_WIDTH + ty, col, K, N);
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
