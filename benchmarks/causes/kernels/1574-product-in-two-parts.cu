#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < N && col < M) {
        float cell = 0.0f;
        for (int k = 0; k < K; ++k)
            cell += A[row * K + k] * B[k * N + col];
        C[row * N + col] = cell;
    }
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int i = blockIdx.y * TILE_WIDTH + ty;
    const int j = blockIdx.x * TILE_WIDTH + tx;
    const int phases = K / TILE_WIDTH;
    float cell = 0.0f;

    for (int ph = 0; ph < phases; ++ph) {
        const int ka = ph * TILE_WIDTH + tx;
        const int kb = ph * TILE_WIDTH + ty;
        As[ty][tx] = (i < M && ka < K) ? A[i * K + ka] : 0.0f;
        Bs[ty][tx] = (kb < K && j < N) ? B[kb * N + j] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            cell += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (i < M && j < N)
        C[i * N + j] = cell;
}
