// Ginevra: prima semplice, poi a piastrelle
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= M || j >= N)
        return;
    float s = 0.0f;
    for (int k = 0; k < K; k++)
        s += A[i * K + k] * B[k * N + j];
    C[i * N + j] = s;
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float b[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int i = blockIdx.y * TILE_WIDTH + ty;
    int j = blockIdx.x * TILE_WIDTH + tx;
    float s = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        a[ty][tx] = (i < M && k0 + tx < K) ? A[i * K + k0 + tx] : 0.0f;
        b[ty][tx] = (k0 + ty < K && j < N) ? B[(k0 + ty) * N + j] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            s += a[ty][k] * b[k][tx];
        __syncthreads();
    }
    if (i < M && j < N)
        C[i * N + j] = s;
}
