#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define T 16

__device__ int saghf(int a, int b) { return (a + b - 1) / b; }

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int c = blockIdx.x * T + threadIdx.x, r = blockIdx.y * T + threadIdx.y;
    float v = 0;
    for (int k = 0; k < K && r < M && c < N; ++k) v += A[r * K + k] * B[k * N + c];
    if (r < M && c < N) C[r * N + c] = v;
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int r = blockIdx.y * T + ty, c = blockIdx.x * T + tx;
    float v = 0;

    for (int p = 0; p < saghf(K, T); ++p) {
        As[ty][tx] = r < M && p * T + tx < K ? A[r * K + p * T + tx] : 0;
        Bs[ty][tx] = c < N && p * T + ty < K ? B[(p * T + ty) * N + c] : 0;
        __syncthreads();
        for (int k = 0; k < T; ++k) v += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (r < M && c < N) C[r * N + c] = v;
}
