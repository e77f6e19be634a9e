#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define IDX(r, c, width) (r * width + c)

// Part 1
__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N) return;
    float v = 0.0f;
    for (int k = 0; k < K; ++k)
        v += A[IDX(row, k, K)] * B[IDX(k, col, N)];
    C[IDX(row, col, N)] = v;
}

// Part 2
__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sB[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float v = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        sA[ty][tx] = 0.0f;
        sB[ty][tx] = 0.0f;
        if (row < M && k0 + tx < K)
            sA[ty][tx] = A[IDX(row, k0 + tx, K)];
        if (k0 + ty < K && col < N)
            sB[ty][tx] = B[IDX(k0 + ty, col, N)];
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            v += sA[ty][k] * sB[k][tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[IDX(row, col, N)] = v;
}
