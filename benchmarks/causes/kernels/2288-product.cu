#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

float pick(const float *m, int r, int c, int rows, int cols)
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

    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float sum = 0.0f;
    int p = 0;
    while (p < phases) {
        As[ty][tx] = pick(A, row, p * TILE_WIDTH + tx, M, K);
        Bs[ty][tx] = pick(B, p * TILE_WIDTH + ty, col, K, N);
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
        ++p;
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
