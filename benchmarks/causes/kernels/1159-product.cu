#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define HALF (TILE_WIDTH / 2)

// The upper half of the block computes two cells per thread, HALF rows apart.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row0 = blockIdx.y * TILE_WIDTH + ty;
    int row1 = row0 + HALF;
    int col  = blockIdx.x * TILE_WIDTH + tx;

    float acc0 = 0.0f;
    float acc1 = 0.0f;

    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    for (int p = 0; p < phases; p++) {
        int ka = p * TILE_WIDTH + tx;
        int kb = p * TILE_WIDTH + ty;
        sA[ty][tx] = (row0 < M && ka < K) ? A[row0 * K + ka] : 0.0f;
        sB[ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        __syncthreads();

        if (ty < HALF) {
            for (int k = 0; k < TILE_WIDTH; k++) {
                float b = sB[k][tx];
                acc0 += sA[ty][k] * b;
                acc1 += sA[ty + HALF][k] * b;
            }
        }
        __syncthreads();
    }

    if (ty < HALF) {
        if (row0 < M && col < N) {
            C[row0 * N + col] = acc0;
            C[row1 * N + col] = acc1;
        }
    }
}
