#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    if (row >= M || col >= N)
        return;
    float dot = 0.0f;
    for (int k = 0; k < K; k++)
        dot += A[row * K + k] * B[k * N + col];
    C[row * N + col] = dot;
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int phases = (K - 1) / TILE_WIDTH + 1;
    float dot = 0.0f;

    for (int ph = 0; ph < phases; ph++) {
        int ka = ph * TILE_WIDTH + tx;
        int kb = ph * TILE_WIDTH + ty;
        if (row < M && ka < K)
            tileA[ty][tx] = A[row * K + ka];
        else
            tileA[ty][tx] = 0.0f;
        if (kb < K && col < N)
            tileB[ty][tx] = B[kb * K + col];
        else
            tileB[ty][tx] = 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            dot += tileA[ty][k] * tileB[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = dot;
}
