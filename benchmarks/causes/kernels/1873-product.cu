#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// The row of A's tile stays in registers: the TILE_WIDTH threads of a row hand it around with shuffles.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const unsigned all = 0xffffffffu;
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        float mine = 0.0f;
        if (row < M && k0 + tx < K)
            mine = A[row * K + k0 + tx];

        Bs[ty][tx] = (k0 + ty < K && col < N) ? B[(k0 + ty) * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            float a = __shfl_sync(all, mine, k);
            sum += a * Bs[k][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
