#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define HALF (TILE_WIDTH / 2)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int rowLoad = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    // upper half of the block: two results each, one B element serves both
    bool worker = ty < HALF;
    int row0 = rowLoad;
    int row1 = rowLoad + HALF;
    float c0 = 0.0f, c1 = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[ty][tx] = (rowLoad < M && k0 + tx < K) ? A[rowLoad * K + k0 + tx] : 0.0f;
        Bs[ty][tx] = (k0 + ty < K && col < N) ? B[(k0 + ty) * N + col] : 0.0f;
        __syncthreads();

        if (worker) {
            for (int k = 0; k < TILE_WIDTH; k++) {
                float b = Bs[k][tx];
                c0 += As[ty][k] * b;
                c1 += As[ty + HALF][k] * b;
            }
        }
        __syncthreads();
    }

    if (worker && col < N) {
        if (row0 < M)
            C[row0 * N + col] = c0;
        if (row0 < M)
            C[row1 * N + col] = c1;
    }
}
