#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Parte 1
__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int i = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int j = blockIdx.x * TILE_WIDTH + threadIdx.x;
    if (i >= M || j >= N)
        return;

    float soma = 0.0f;
    for (int k = 0; k < N; k++)
        soma += A[i * K + k] * B[k * N + j];
    C[i * N + j] = soma;
}

// Parte 2
__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tb[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int i = blockIdx.y * TILE_WIDTH + ty;
    int j = blockIdx.x * TILE_WIDTH + tx;
    float soma = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        ta[ty][tx] = (i < M && k0 + tx < K) ? A[i * K + k0 + tx] : 0.0f;
        tb[ty][tx] = (j < N && k0 + ty < K) ? B[(k0 + ty) * N + j] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            soma += ta[ty][k] * tb[k][tx];
        __syncthreads();
    }
    if (i < M && j < N)
        C[i * N + j] = soma;
}
