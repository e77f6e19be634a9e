#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// multiplies one row of the A tile by one column of the B tile
__device__ inline float rowTimesCol(const float *row, const float (*tile)[TILE_WIDTH], int c)
{
    float r = 0.0f;
    for (int k = 0; k < TILE_WIDTH; ++k)
        r += row[k] * tile[k][c];
    return r;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = ty + TILE_WIDTH * blockIdx.y;
    int col = tx + TILE_WIDTH * blockIdx.x;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float sum = 0.0f;

    for (int p = 0; p < phases; ++p) {
        int kc = tx + TILE_WIDTH * p;
        int kr = ty + TILE_WIDTH * p;
        As[ty][tx] = (row < M && kc < K) ? A[kc + K * row] : 0.0f;
        Bs[ty][tx] = (kr < K && col < N) ? B[col + N * kr] : 0.0f;
        __syncthreads();
        sum += rowTimesCol(As, Bs, tx);
        __syncthreads();
    }

    if (row < M && col < N)
        C[col + N * row] = sum;
}
