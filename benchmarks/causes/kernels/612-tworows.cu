#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define HALF (TILE_WIDTH / 2)

// All threads load, but only the upper half of the block computes: two cells each, so that every
// element of B that is read from shared memory is used twice.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float shA[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float shB[TILE_WIDTH][TILE_WIDTH + 1];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const bool worker = ty < HALF;

    float upper, lower = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        shA[ty][tx] = (row < M && k0 + tx < K) ? A[row * K + k0 + tx] : 0.0f;
        shB[ty][tx] = (k0 + ty < K && col < N) ? B[(k0 + ty) * N + col] : 0.0f;
        __syncthreads();

        if (worker) {
            for (int k = 0; k < TILE_WIDTH; ++k) {
                const float b = shB[k][tx];
                upper += shA[ty][k] * b;
                lower += shA[ty + HALF][k] * b;
            }
        }
        __syncthreads();
    }

    if (worker && row < M && col < N) {
        C[row * N + col] = upper;
        C[(row + HALF) * N + col] = lower;
    }
}
