#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= M || j >= N)
        return;

    float s = 0;
    for (int k = 0; k < K; ++k)
        s += A[i * K + k] * B[k * N + j];
    C[i * N + j] = s;
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int i = blockIdx.y * TILE_WIDTH + ty;
    const int j = blockIdx.x * TILE_WIDTH + tx;
    float s = 0;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        if (i < M && k0 + ty < K)
            As[ty][tx] = A[i * K + k0 + tx];
        else
            As[ty][tx] = 0;

        if (j < N && k0 + ty < K)
            Bs[ty][tx] = B[(k0 + ty) * N + j];
        else
            Bs[ty][tx] = 0;

        __syncthreads();

#pragma unroll
        for (int k = 0; k < TILE_WIDTH; ++k)
            s += As[ty][k] * Bs[k][tx];

        __syncthreads();
    }

    if (i < M && j < N)
        C[i * N + j] = s;
}
