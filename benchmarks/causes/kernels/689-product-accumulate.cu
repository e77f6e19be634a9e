#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < N && y < M) {
        float *cell = &C[y * N + x];
        for (int k = 0; k < K; k++)
            *cell += A[y * K + k] * B[k * N + x];
    }
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float left[TILE_WIDTH * TILE_WIDTH];
    __shared__ float right[TILE_WIDTH * TILE_WIDTH];

    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int me = threadIdx.y * TILE_WIDTH + threadIdx.x;
    float cell = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        int ka = k0 + threadIdx.x;
        int kb = k0 + threadIdx.y;
        left[me] = (y < M && ka < K) ? A[y * K + ka] : 0.0f;
        right[me] = (x < N && kb < K) ? B[kb * N + x] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            cell += left[threadIdx.y * TILE_WIDTH + k] * right[k * TILE_WIDTH + threadIdx.x];
        __syncthreads();
    }

    if (x < N && y < M)
        C[y * N + x] = cell;
}
