#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int col = threadIdx.x + blockIdx.x * TILE_WIDTH;
    const int row = threadIdx.y + blockIdx.y * TILE_WIDTH;
    if (row >= M && col >= N)
        return;
    float acc = 0.0f;
    const float *a = A + row * K;
    const float *b = B + col;
    for (int k = 0; k < K; ++k, b += N)
        acc += a[k] * *b;
    C[row * N + col] = acc;
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH * TILE_WIDTH], Bs[TILE_WIDTH * TILE_WIDTH];
    const int me = threadIdx.y * TILE_WIDTH + threadIdx.x;
    const int col = threadIdx.x + blockIdx.x * TILE_WIDTH;
    const int row = threadIdx.y + blockIdx.y * TILE_WIDTH;
    float acc = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH)
    {
        As[me] = 0.0f;
        Bs[me] = 0.0f;
        if (row < M && k0 + threadIdx.x < K)
            As[me] = A[row * K + k0 + threadIdx.x];
        if (col < N && k0 + threadIdx.y < K)
            Bs[me] = B[(k0 + threadIdx.y) * N + col];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += As[threadIdx.y * TILE_WIDTH + k] * Bs[k * TILE_WIDTH + threadIdx.x];
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
