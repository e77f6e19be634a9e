#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < M && j < N)
    {
        float s = 0;
        for (int k = 0; k < K; k++)
            s += A[i * K + k] * B[k * N + j];
        C[i * N + j] = s;
    }
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tb[TILE_WIDTH][TILE_WIDTH];
    int ty = threadIdx.y, tx = threadIdx.x;
    int i = blockIdx.y * TILE_WIDTH + ty;
    int j = blockIdx.x * TILE_WIDTH + tx;
    float s = 0;

    int phases = K / TILE_WIDTH;
    for (int ph = 0; ph < phases; ph++)
    {
        int ka = ph * TILE_WIDTH + tx;
        int kb = ph * TILE_WIDTH + ty;
        ta[ty][tx] = (i < M && ka < K) ? A[i * K + ka] : 0;
        tb[ty][tx] = (kb < K && j < N) ? B[kb * N + j] : 0;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            s += ta[ty][k] * tb[k][tx];
        __syncthreads();
    }
    if (i < M && j < N)
        C[i * N + j] = s;
}
