#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define TILES_PER_BLOCK 2

// Every second block works: it computes two neighbouring tiles of C, one after the other.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int rounds = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    if (blockIdx.x % TILES_PER_BLOCK != 0)
        return;

    float sum = 0.0f;
    for (int n = 0; n < TILES_PER_BLOCK; ++n) {
        int col = (blockIdx.x + n) * TILE_WIDTH + tx;

        for (int m = 0; m < rounds; ++m) {
            int ax = m * TILE_WIDTH + tx;
            int by = m * TILE_WIDTH + ty;
            tA[ty][tx] = row < M && ax < K ? A[row * K + ax] : 0.0f;
            tB[ty][tx] = by < K && col < N ? B[by * N + col] : 0.0f;
            __syncthreads();
            for (int k = 0; k < TILE_WIDTH; ++k)
                sum += tA[ty][k] * tB[k][tx];
            __syncthreads();
        }

        if (row < M && col < N)
            C[row * N + col] = sum;
    }
}
