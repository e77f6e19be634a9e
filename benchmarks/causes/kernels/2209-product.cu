#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bsub[TILE_WIDTH][TILE_WIDTH];

    unsigned int tx = threadIdx.x;
    unsigned int ty = threadIdx.y;
    unsigned int row = blockIdx.y * TILE_WIDTH + ty;
    unsigned int col = blockIdx.x * TILE_WIDTH + tx;

    float value = 0.0f;

    // start from an empty tile
    Asub[ty][tx] = 0.0f;
    Bsub[ty][tx] = 0.0f;

    for (unsigned int step = 0; step < K; step += TILE_WIDTH) {
        unsigned int acol = step + tx;
        unsigned int brow = step + ty;
        if (row < M && acol < K)
            Asub[ty][tx] = A[row * K + acol];
        if (brow < K && col < N)
            Bsub[ty][tx] = B[brow * N + col];

        __syncthreads();
        for (unsigned int i = 0; i < TILE_WIDTH; i++) {
            value += Asub[ty][i] * Bsub[i][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N) {
        C[row * N + col] = value;
    }
}
