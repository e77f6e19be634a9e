#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// One piece of shared memory, first half for A, second half for B.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float smem[2 * TILE_WIDTH * TILE_WIDTH];
    float *tA = smem;
    float *tB = smem + TILE_WIDTH;

    // flat number of the thread in its block
    int tid = threadIdx.y * blockDim.x + threadIdx.x;
    int y = tid / TILE_WIDTH;
    int x = tid % TILE_WIDTH;

    int row = blockIdx.y * TILE_WIDTH + y;
    int col = blockIdx.x * TILE_WIDTH + x;

    float res = 0.0f;
    for (int ph = 0; ph * TILE_WIDTH < K; ++ph) {
        int ak = ph * TILE_WIDTH + x;
        int bk = ph * TILE_WIDTH + y;
        if (row < M && ak < K) tA[tid] = A[row * K + ak]; else tA[tid] = 0.0f;
        if (bk < K && col < N) tB[tid] = B[bk * N + col]; else tB[tid] = 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            res += tA[y * TILE_WIDTH + k] * tB[k * TILE_WIDTH + x];
        __syncthreads();
    }

    if (row < M && col < N) {
        C[row * N + col] = res;
    }
}
