#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define CELLS (TILE_WIDTH * TILE_WIDTH)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float pool[2 * CELLS];
    float *tileA = pool;
    float *tileB = pool + TILE_WIDTH;

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int slot = ty * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {
        __syncthreads();            // the tiles are free again

        int aCol = p * TILE_WIDTH + ty;
        int bRow = p * TILE_WIDTH + ty;
        tileA[slot] = 0.0f;
        tileB[slot] = 0.0f;
        if (row < M && aCol < K) tileA[slot] = A[row * K + aCol];
        if (bRow < K && col < N) tileB[slot] = B[bRow * N + col];

        __syncthreads();            // the tiles are full

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += tileA[ty * TILE_WIDTH + k] * tileB[k * TILE_WIDTH + tx];
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
