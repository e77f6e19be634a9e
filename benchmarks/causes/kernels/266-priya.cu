#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define HALF (TILE_WIDTH / 2)

// All threads load; the upper half of them computes two cells each, so an element of B is read once for two products.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[TILE_WIDTH][TILE_WIDTH], sB[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int r0 = blockIdx.y * TILE_WIDTH + ty;
    int r1 = r0 + HALF;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float acc[2] = {0.0f, 0.0f};

    for (int p = 0; p * TILE_WIDTH < K; ++p) {
        int ka = p * TILE_WIDTH + tx;
        int kb = p * TILE_WIDTH + ty;
        sA[ty][tx] = (r0 < M && ka < K) ? A[r0 * K + ka] : 0.0f;
        sB[ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        __syncthreads();
        if (ty < HALF)
            for (int k = 0; k < TILE_WIDTH; ++k) {
                float b = sB[k][tx];
                acc[0] += sA[ty][k] * b;
                acc[1] += sA[ty + HALF][k] * b;
            }
        __syncthreads();
    }

    if (ty < HALF && col < N) {
        if (r0 < M)
            C[r0 * N + col] = acc[0];
        if (r0 < M)
            C[r1 * N + col] = acc[1];
    }
}
