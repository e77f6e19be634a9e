#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define W TILE_WIDTH

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int x = threadIdx.x + blockIdx.x * W;
    const int y = threadIdx.y + blockIdx.y * W;
    if (y < M && x < N) {
        float acc = 0;
        for (int k = 0; k < K; ++k) {
            float a = A[y * K + k];
            float b = B[k * K + x];
            acc += a * b;
        }
        C[y * N + x] = acc;
    }
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float left[W * W], right[W * W];
    const int x = threadIdx.x + blockIdx.x * W;
    const int y = threadIdx.y + blockIdx.y * W;
    const int me = threadIdx.y * W + threadIdx.x;
    float acc = 0;

    for (int start = 0; start < K; start += W) {
        left[me] = 0;
        right[me] = 0;
        if (y < M && start + threadIdx.x < K)
            left[me] = A[y * K + start + threadIdx.x];
        if (x < N && start + threadIdx.y < K)
            right[me] = B[(start + threadIdx.y) * N + x];
        __syncthreads();

        #pragma unroll
        for (int k = 0; k < W; ++k)
            acc += left[threadIdx.y * W + k] * right[k * W + threadIdx.x];
        __syncthreads();
    }

    if (y < M && x < N)
        C[y * N + x] = acc;
}
