#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // one piece of shared memory for both tiles
    __shared__ float pool[2 * TILE_WIDTH * TILE_WIDTH];
    float *tileA = pool;
    float *tileB = pool + TILE_WIDTH;

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int slot = ty * TILE_WIDTH + tx;
    int col = blockIdx.x * gridDim.x + tx;
    int row = blockIdx.y * blockDim.y + ty;

    float sum = 0.0f;
    for (int base = 0; base < K; base += TILE_WIDTH) {
        if (row < M && base + tx < K) {
            tileA[slot] = A[row * K + base + tx];
        } else {
            tileA[slot] = 0.0f;
        }
        if (base + ty < K && col < N) {
            tileB[slot] = B[(base + ty) * N + col];
        } else {
            tileB[slot] = 0.0f;
        }
        __syncthreads();

        const float *a = tileA + ty * TILE_WIDTH;
        const float *b = tileB + tx;
        for (int k = 0; k < TILE_WIDTH; ++k, ++a, b += TILE_WIDTH)
            sum += *a * *b;
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
