#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int T>
__device__ __forceinline__ void stage(float (&dst)[T][T], const float *src, int r, int c, int height, int width)
{
    dst[threadIdx.y][threadIdx.x] = (r < height && c < width) ? src[(size_t)r * width + c] : 0.0f;
}

template <int T>
__device__ __forceinline__ float dot(const float (&a)[T][T], const float (&b)[T][T])
{
    float part = 0.0f;
#pragma unroll
    for (int k = 0; k < T; ++k)
        part += a[threadIdx.y][k] * b[k][threadIdx.x];
    return part;
}

template <int T>
__device__ void product(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[T][T];
    __shared__ float tb[T][T];

    int r = blockIdx.y * T + threadIdx.y;
    int c = blockIdx.x * T + threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < K; k += T) {
        stage<T>(ta, A, r, k + threadIdx.x, M, K);
        stage<T>(tb, B, k + threadIdx.y, c, K, N);
        __syncwarp();
        sum += dot<T>(ta, tb);
        __syncthreads();
    }

    if (r < M && c < N)
        C[(size_t)r * N + c] = sum;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    product<TILE_WIDTH>(A, B, C, M, K, N);
}
