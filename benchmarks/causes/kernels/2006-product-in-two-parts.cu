#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= M || j >= N) return;

    float dot = 0.0f;
    for (int k = 0; k < K; k++)
        dot += A[i * K + k] * B[k * N + j];
    C[i * N + j] += dot;
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int i = blockIdx.y * TILE_WIDTH + ty;
    int j = blockIdx.x * TILE_WIDTH + tx;

    float dot = 0.0f;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    for (int p = 0; p < phases; p++) {
        int ka = p * TILE_WIDTH + tx;
        int kb = p * TILE_WIDTH + ty;

        if (i < M && ka < K) As[ty][tx] = A[i * K + ka];
        else                 As[ty][tx] = 0.0f;
        if (kb < M && j < N) Bs[ty][tx] = B[kb * N + j];
        else                 Bs[ty][tx] = 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            dot += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (i < M && j < N)
        C[i * N + j] = dot;
}
