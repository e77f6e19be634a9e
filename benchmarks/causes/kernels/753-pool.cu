#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float pool[2 * TILE_WIDTH * TILE_WIDTH];
    float *tA = pool;
    float *tB = pool + TILE_WIDTH;

    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int slot = threadIdx.y * TILE_WIDTH + threadIdx.x;
    bool rowOk = row < M;
    bool colOk = col < N;

    float r = 0.0f;
    int p = 0;
    while (p < K) {
        tA[slot] = tB[slot] = 0.0f;
        if (rowOk && p + threadIdx.x < K)
            tA[slot] = A[row * K + p + threadIdx.x];
        if (colOk && p + threadIdx.y < K)
            tB[slot] = B[(p + threadIdx.y) * N + col];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            r += tA[threadIdx.y * TILE_WIDTH + k] * tB[k * TILE_WIDTH + threadIdx.x];
        __syncthreads();
        p += TILE_WIDTH;
    }

    if (rowOk && colOk)
        C[row * gridDim.x * blockDim.x + col] = r;
}
