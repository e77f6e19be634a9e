#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ __forceinline__ float pick(const float *m, int r, int c, int rows, int cols)
{
    return r < rows && c < cols ? m[r * cols + c] : 0.0f;
}

__device__ __forceinline__ void put(float *m, float v, int r, int c, int rows, int cols)
{
    if (r < rows && c < cols)
        m[r * cols + c] = v;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    constexpr int T = TILE_WIDTH;
    __shared__ float left[T][16];
    __shared__ float right[T][T];

    const auto x = threadIdx.x;
    const auto y = threadIdx.y;
    const int r = blockIdx.y * T + y;
    const int c = blockIdx.x * T + x;

    float v = 0.0f;
    for (int step = 0; step < (K + T - 1) / T; ++step) {
        left[y][x]  = pick(A, r, step * T + x, M, K);
        right[y][x] = pick(B, step * T + y, c, N, K);
        __syncthreads();

#pragma unroll
        for (int k = 0; k < T; ++k)
            v += left[y][k] * right[k][x];
        __syncthreads();
    }

    put(C, v, r, c, M, N);
}
