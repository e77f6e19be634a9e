#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int W>
__device__ float multiply(float (&x)[W][W], float (&y)[W][W])
{
    float part = 0.0f;
#pragma unroll
    for (int i = 0; i < W; ++i)
        part += x[threadIdx.y][i] * y[i][threadIdx.x];
    return part;
}

template <int W>
__device__ void product(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float x[W][W];
    __shared__ float y[W][W];

    const int row = blockIdx.y * W + threadIdx.y;
    const int col = blockIdx.x * W + threadIdx.x;
    const bool active = row < M && col < N;
    if (!active) return;

    float value = 0.0f;
    const int count = (int)ceilf(K / W);
    for (int n = 0; n < count; ++n) {
        const int ka = n * W + threadIdx.x;
        const int kb = n * W + threadIdx.y;
        x[threadIdx.y][threadIdx.x] = row < M && ka < K ? A[row * K + ka] : 0.0f;
        y[threadIdx.y][threadIdx.x] = col < N && kb < K ? B[kb * N + col] : 0.0f;
        __syncthreads();
        value += multiply<W>(x, y);
        __syncthreads();
    }

    if (active)
        C[row * N + col] = value;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    product<TILE_WIDTH>(A, B, C, M, K, N);
}
