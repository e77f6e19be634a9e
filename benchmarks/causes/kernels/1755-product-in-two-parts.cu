#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < M && col < N) {
        float value = 0;
        for (int k = 0; k < K; k++) {
            value += A[row * K + k] * B[k * K + col];
        }
        C[row * N + col] = value;
    }
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float value = 0;

    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    for (int ph = 0; ph < phases; ph++) {
        if (row < M && ph * TILE_WIDTH + tx < K)
            tileA[ty][tx] = A[row * K + ph * TILE_WIDTH + tx];
        else
            tileA[ty][tx] = 0;
        if (ph * TILE_WIDTH + ty < K && col < N)
            tileB[ty][tx] = B[(ph * TILE_WIDTH + ty) * N + col];
        else
            tileB[ty][tx] = 0;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            value += tileA[ty][k] * tileB[k][tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = value;
}
