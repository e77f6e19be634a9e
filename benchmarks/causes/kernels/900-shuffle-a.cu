#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define FULL 0xffffffffu

// The elements of A stay in registers and go round the row by shuffles; only B needs a tile.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float acc = 0.0f;

    for (int base = 0; base < K; base += TILE_WIDTH) {
        float mine = 0.0f;
        if (row < M && base + tx < K)
            mine = A[row * K + base + tx];
        Bs[ty][tx] = (base + ty < K && col < N) ? B[(base + ty) * N + col] : 0.0f;

        for (int k = 0; k < TILE_WIDTH; ++k) {
            float a = __shfl_sync(FULL, mine, k);
            acc += a * Bs[k][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
