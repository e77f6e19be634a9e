#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float bufA[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float bufB[2][TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.x * TILE_WIDTH + ty;
    const int col = blockIdx.y * TILE_WIDTH + tx;
    const int tiles = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    float sum = 0.0f;

    // one barrier per tile is enough: even tiles use buffer 0, odd ones buffer 1
    for (int t = 0; t < tiles; ++t) {
        const int b = t % 2;
        const int ka = t * TILE_WIDTH + tx;
        const int kb = t * TILE_WIDTH + ty;

        bufA[b][ty][tx] = 0.0f;
        if (row < M && ka < K)
            bufA[b][ty][tx] = A[row * K + ka];

        __syncthreads();

        bufB[b][ty][tx] = 0.0f;
        if (kb < K && col < N)
            bufB[b][ty][tx] = B[kb * N + col];

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += bufA[b][ty][k] * bufB[b][k][tx];
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
