#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Part 1
__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;

    // threads outside of C have nothing to do
    if (row >= M && col >= N)
        return;

    const float *a = A + row * K;
    const float *b = B + col;
    float dot = 0.0f;
    for (int k = 0; k < K; ++k) {
        dot += *a * *b;
        a += 1;
        b += N;
    }
    C[row * N + col] = dot;
}

// Part 2
__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float dot = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[ty][tx] = (row < M && k0 + tx < K) ? A[row * K + k0 + tx] : 0.0f;
        Bs[ty][tx] = (k0 + ty < K && col < N) ? B[(k0 + ty) * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            dot += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = dot;
}
