// A's tile is kept transposed
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float At[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float Bt[TILE_WIDTH][TILE_WIDTH + 1];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    int sum = 0;

    for (int t = 0; t < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++t) {
        if (row < M && t * TILE_WIDTH + ty < K)
            At[tx][ty] = A[row * K + t * TILE_WIDTH + tx];
        else
            At[tx][ty] = 0;

        if (t * TILE_WIDTH + ty < K && col < N)
            Bt[ty][tx] = B[(t * TILE_WIDTH + ty) * N + col];
        else
            Bt[ty][tx] = 0;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += At[k][ty] * Bt[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
