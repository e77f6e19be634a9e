#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Two accumulators, one for each half of the tile.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    enum { HALF = TILE_WIDTH / 2 };
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    float lo = 0.0f, hi = 0.0f;

    for (int p = 0; p * TILE_WIDTH < K; ++p) {
        const int ka = p * TILE_WIDTH + tx;
        const int kb = p * TILE_WIDTH + ty;

        if (row < M && ka < K) {
            As[ty][tx] = A[row * K + ka];
        } else {
            As[ty][tx] = 0.0f;
        }
        if (row < M && kb < K) {
            Bs[ty][tx] = B[kb * N + col];
        } else {
            Bs[ty][tx] = 0.0f;
        }
        __syncthreads();

        for (int k = 0; k < HALF; ++k) {
            lo += As[ty][k] * Bs[k][tx];
            hi += As[ty][k + HALF] * Bs[k][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = lo + hi;
}
