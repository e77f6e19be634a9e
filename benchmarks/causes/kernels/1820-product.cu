#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

template <int T>
__device__ void product(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[T][T];
    __shared__ float sB[T][T];

    const int y = blockIdx.y * T + threadIdx.y;
    const int x = blockIdx.x * T + threadIdx.x;
    const int nTiles = K / T;

    float value = 0.f;
    for (int t = 0; t != nTiles; ++t) {
        const int ka = t * T + threadIdx.x;
        const int kb = t * T + threadIdx.y;

        float a = 0.f, b = 0.f;
        if (y < M && ka < K) a = A[y * K + ka];
        if (kb < K && x < N) b = B[kb * N + x];
        sA[threadIdx.y][threadIdx.x] = a;
        sB[threadIdx.y][threadIdx.x] = b;
        __syncthreads();

#pragma unroll
        for (int k = 0; k < T; ++k)
            value += sA[threadIdx.y][k] * sB[k][threadIdx.x];
        __syncthreads();
    }

    if (y < M && x < N)
        C[y * N + x] = value;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    product<TILE_WIDTH>(A, B, C, M, K, N);
}
