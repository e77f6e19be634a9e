#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Part 1
__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;

    if (row < M && col < N) {
        float value = 0.0f;
        for (int k = 0; k < K; k++)
            value += A[row * N + k] * B[k * N + col];
        C[row * N + col] = value;
    }
}

// Part 2
__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int phases = K / TILE_WIDTH;

    float value = 0.0f;
    for (int ph = 0; ph < phases; ph++) {
        int ka = ph * TILE_WIDTH + tx;
        int kb = ph * TILE_WIDTH + ty;
        sA[ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        sB[ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++)
            value += sA[ty][i] * sB[i][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = value;
}
