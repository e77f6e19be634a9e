#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ float at(const float *m, int r, int c, int rows, int cols)
{
    if (r < rows && c < cols)
        return m[r * cols + c];
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

    int p = 0;
    while (p < K) {
        As[ty][tx] = at(A, row, p + tx, M, K);
        Bs[ty][tx] = at(B, p + ty, col, K, N);
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            sum += As[ty][k] * Bs[k][tx];
        }
        p += TILE_WIDTH;
    }

    if (row < M && col < N) {
        C[row * N + col] = sum;
    }
}
