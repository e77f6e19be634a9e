#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define CELL(m, r, c, width) m[r * width + c]

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    if (row >= M || col >= N)
        return;
    float total = 0;
    for (int k = 0; k < K; k++)
        total += CELL(A, row, k, K) * CELL(B, k, col, N);
    CELL(C, row, col, N) = total;
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[TILE_WIDTH][TILE_WIDTH], b[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float total = 0;

    for (int start = 0; start < K; start += TILE_WIDTH) {
        a[ty][tx] = row < M && start + tx < K ? CELL(A, row, start + tx, K) : 0;
        b[ty][tx] = start + ty < K && col < N ? CELL(B, start + ty, col, N) : 0;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            total += a[ty][k] * b[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        CELL(C, row, col, N) = total;
}
