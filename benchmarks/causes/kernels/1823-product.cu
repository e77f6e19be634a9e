// The row of A stays in registers and goes round by shuffles; only B needs a tile.
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;
    for (int base = 0; base < K; base += TILE_WIDTH) {
        // TILE_WIDTH neighbouring lanes hold one row of the tile of A
        float mine = 0.0f;
        if (row < M && base + tx < K)
            mine = A[row * K + base + tx];

        Bs[ty][tx] = (base + ty < K && col < N) ? B[(base + ty) * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            float a = __shfl_sync(0xffffffffu, mine, k);
            sum += a * Bs[k][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
