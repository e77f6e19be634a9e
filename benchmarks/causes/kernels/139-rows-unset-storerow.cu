#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define ROWS 2  // rows of C that one thread computes

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[ROWS * TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int firstRow = blockIdx.y * ROWS * TILE_WIDTH;
    int col = blockIdx.x * TILE_WIDTH + tx;

    // the grid has one block per tile, we need only half of them
    if (firstRow >= M)
        return;

    float acc[ROWS];

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        for (int r = 0; r < ROWS; r++) {
            int row = firstRow + r * TILE_WIDTH + ty;
            int ac = k0 + tx;
            As[r * TILE_WIDTH + ty][tx] = (row < M && ac < K) ? A[row * K + ac] : 0.0f;
        }
        int br = k0 + ty;
        Bs[ty][tx] = (br < K && col < N) ? B[br * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++) {
            float b = Bs[k][tx];
            for (int r = 0; r < ROWS; r++)
                acc[r] += As[r * TILE_WIDTH + ty][k] * b;
        }
        __syncthreads();
    }

    for (int r = 0; r < ROWS; r++) {
        int row = firstRow + ty;
        if (row < M && col < N)
            C[row * N + col] = acc[r];
    }
}
