#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Only B goes through shared memory; the row of A is kept in registers of the row's threads
// and is passed around by shuffles (a row of the block lies in one warp).
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        int ka = k0 + tx;
        int kb = k0 + ty;
        float mine = 0.0f;
        if (row < M && ka < K)
            mine = A[row * K + ka];
        if (kb <= K && col < N)
            Bs[ty][tx] = B[kb * N + col];
        else
            Bs[ty][tx] = 0.0f;
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
