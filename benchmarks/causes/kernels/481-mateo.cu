#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Parte 1
__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= M || j >= N)
        return;

    float s = 0.0f;
    for (int k = 0; k < K; k++)
        s += A[i * K + k] * B[k * N + j];
    C[i * N + j] = s;
}

// Parte 2: lo mismo con baldosas
__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float b[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= M || j >= N)
        return;

    float s = 0.0f;
    for (int q = 0; q < K; q += TILE_WIDTH) {
        a[ty][tx] = (i < M && q + tx < K) ? A[i * K + q + tx] : 0.0f;
        b[ty][tx] = (j < N && q + ty < K) ? B[(q + ty) * N + j] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            s += a[ty][k] * b[k][tx];
        __syncthreads();
    }
    if (i < M && j < N)
        C[i * N + j] = s;
}
