#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

constexpr int W = TILE_WIDTH;

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[W][W];
    float b[W][W];

    const auto tx = (int)threadIdx.x;
    const auto ty = (int)threadIdx.y;
    const auto row = (int)blockIdx.y * W + ty;
    const auto col = (int)blockIdx.x * W + tx;

    auto ceilDiv = [](int n, int d) { return (n + d - 1) / d; };

    float r = 0.0f;
    for (int t = 0, n = ceilDiv(K, W); t != n; ++t) {
        const int ka = t * W + tx;
        const int kb = t * W + ty;

        a[ty][tx] = row < M && ka < K ? A[row * K + ka] : 0.0f;
        b[ty][tx] = kb < K && col < N ? B[kb * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k != W; ++k)
            r += a[ty][k] * b[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * M + col] = r;
}
