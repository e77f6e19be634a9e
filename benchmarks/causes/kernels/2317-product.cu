#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ void accumulate(float acc, const float *arow, const float *bcol)
{
    for (int k = 0; k < TILE_WIDTH; ++k) {
        acc += *arow * *bcol;
        arow += 1;
        bcol += TILE_WIDTH;
    }
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sharedA[TILE_WIDTH * TILE_WIDTH];
    __shared__ float sharedB[TILE_WIDTH * TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int slot = ty * TILE_WIDTH + tx;

    float acc = 0.0f;
    for (int base = 0; base < K; base += TILE_WIDTH) {
        int a_k = base + tx;
        int b_k = base + ty;
        sharedA[slot] = 0.0f;
        sharedB[slot] = 0.0f;
        if (row < M && a_k < K)
            sharedA[slot] = A[row * K + a_k];
        if (b_k < K && col < N)
            sharedB[slot] = B[b_k * N + col];
        __syncthreads();

        accumulate(acc, &sharedA[ty * TILE_WIDTH], &sharedB[tx]);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * M + col] = acc;
}
