#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define HALF (TILE_WIDTH / 2)

// the upper half of the threads computes two results each, the lower half only helps loading
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    bool worker = ty < HALF;
    float lo = 0.0f, hi = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[ty][tx] = (row < M && k0 + tx < K) ? A[row * K + k0 + tx] : 0.0f;
        Bs[ty][tx] = (k0 + ty < K && col < N) ? B[(k0 + ty) * N + col] : 0.0f;
        __syncthreads();

        if (worker) {
            for (int k = 0; k < TILE_WIDTH; k++) {
                float b = Bs[k][tx];
                lo += As[ty][k] * b;
                hi += As[ty][k] * b;
            }
        }
        __syncthreads();
    }

    if (worker && col < N) {
        if (row < M)
            C[row * N + col] = lo;
        if (row + HALF <= M)
            C[(row + HALF) * N + col] = hi;
    }
}
