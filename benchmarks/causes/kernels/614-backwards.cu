#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// threads load and store along the rows, but compute down the columns (u = row in the tile, v = column)
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float SA[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float SB[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float SC[TILE_WIDTH][TILE_WIDTH + 1];

    int tx = threadIdx.x, ty = threadIdx.y;
    int u = tx, v = ty;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float z = 0.0f;

    for (int p = (K + TILE_WIDTH - 1) / TILE_WIDTH - 1; p > 0; p--) {
        int ka = p * TILE_WIDTH + tx;
        int kb = p * TILE_WIDTH + ty;

        SA[ty][tx] = row < M && ka < K ? A[row * K + ka] : 0.0f;
        SB[ty][tx] = kb < K && col < N ? B[kb * N + col] : 0.0f;
        __syncthreads();

        for (int w = TILE_WIDTH - 1; w >= 0; w--)
            z += SA[u][w] * SB[w][v];
        __syncthreads();
    }

    SC[u][v] = z;
    if (row < M && col < N) {
        __syncthreads();
        C[row * N + col] = SC[ty][tx];
    }
}
