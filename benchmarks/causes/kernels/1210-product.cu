#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define HALF (TILE_WIDTH / 2)

// Register blocking: every thread loads one element of each tile, but only a quarter of the threads
// computes, each of them a 2 x 2 patch of C.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int rowBase = blockIdx.y * TILE_WIDTH;
    const int colBase = blockIdx.x * TILE_WIDTH;
    const bool worker = tx < HALF && ty < HALF;

    float acc[2][2] = {{0.0f, 0.0f}, {0.0f, 0.0f}};

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[ty][tx] = (rowBase + ty < M && k0 + tx < K) ? A[(rowBase + ty) * K + k0 + tx] : 0.0f;
        Bs[ty][tx] = (k0 + ty < K && colBase + tx < N) ? B[(k0 + ty) * N + colBase + tx] : 0.0f;
        __syncthreads();

        if (worker) {
            for (int k = 0; k < TILE_WIDTH; ++k) {
                const float a0 = As[2 * ty][k];
                const float a1 = As[2 * ty + 1][k];
                const float b0 = Bs[k][2 * tx];
                const float b1 = Bs[k][2 * tx + 1];
                acc[0][0] += a0 * b0;
                acc[0][1] += a0 * b1;
                acc[1][0] += a1 * b0;
                acc[1][1] += a1 * b1;
            }
        }
        __syncthreads();
    }

    if (worker) {
        const int r = rowBase + 2 * ty;
        const int c = colBase + 2 * tx;
        for (int i = 0; i < 2; ++i)
            for (int j = 0; j < 2; ++j)
                if (r + i < M && c < N)
                    C[(r + i) * N + c + j] = acc[i][j];
    }
}
