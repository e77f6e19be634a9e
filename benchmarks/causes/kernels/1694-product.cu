#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int T>
__device__ void tiledProduct(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[T][T];
    __shared__ float b[T][T];

    const int c = blockIdx.x * T + threadIdx.x;
    const int r = blockIdx.y * T + threadIdx.y;
    const bool active = r < M && c < N;
    float sum = 0.0f;

    for (int base = 0; base < K; base += T) {
        const int kx = base + threadIdx.x;
        const int ky = base + threadIdx.y;
        a[threadIdx.y][threadIdx.x] = r < M && kx < K ? A[r * K + kx] : 0.0f;
        b[threadIdx.y][threadIdx.x] = ky < K && c < N ? B[ky * N + c] : 0.0f;
        __syncthreads();

        if (active) {
#pragma unroll
            for (int k = 0; k < T; ++k)
                sum += a[threadIdx.y][k] * b[k][threadIdx.x];
            __syncthreads();
        }
    }

    if (active)
        C[r * M + c] = sum;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    tiledProduct<TILE_WIDTH>(A, B, C, M, K, N);
}
