#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#if TILE_WIDTH == 8
#define LOG2_TILE 3
#elif TILE_WIDTH == 16
#define LOG2_TILE 4
#else
#define LOG2_TILE 5
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ds_A[1 << LOG2_TILE][1 << LOG2_TILE];
    __shared__ float ds_B[1 << LOG2_TILE][1 << LOG2_TILE];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = (blockIdx.y << LOG2_TILE) + ty;
    int col = (blockIdx.x << LOG2_TILE) + tx;
    int phases = (K + TILE_WIDTH - 1) >> LOG2_TILE;
    float Pvalue = 0.0f;

    for (int t = 0; t < phases; ++t) {
        int ka = tx + (t << LOG2_TILE);
        int kb = t << LOG2_TILE + ty;

        if (row < M && ka < K) {
            ds_A[ty][tx] = A[row * K + ka];
        } else {
            ds_A[ty][tx] = 0.0f;
        }
        if (kb < K && col < N) {
            ds_B[ty][tx] = B[kb * N + col];
        } else {
            ds_B[ty][tx] = 0.0f;
        }
        __syncthreads();

        for (int k = 0; k < (1 << LOG2_TILE); ++k) {
            Pvalue += ds_A[ty][k] * ds_B[k][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N) {
        C[row * N + col] = Pvalue;
    }
}
