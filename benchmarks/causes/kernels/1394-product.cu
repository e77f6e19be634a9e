#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// The row of A stays in registers and goes round by shuffles; only B needs shared memory.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const unsigned full = 0xffffffffu;
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;

    for (int base = 0; base < K; base += TILE_WIDTH) {
        float a = 0.0f;
        if (row < M && base + tx < K)
            a = A[row * K + base + tx];

        float b = 0.0f;
        if (base + ty < K && col < N)
            b = B[(base + ty) * N + col];
        Bs[ty][tx] = b;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            float ak = __shfl_sync(full, a, k);
            sum += ak * Bs[k][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
