#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    constexpr int W = TILE_WIDTH;
    __shared__ float ta[W][W];
    __shared__ float tb[W][W];

    const int i = threadIdx.y;
    const int j = threadIdx.x;
    const int r = blockIdx.y * W + i;
    const int c = blockIdx.x * W + j;

    auto getA = [&](int k) -> float { return (r < M && k < K) ? A[r * K + k] : 0.0f; };
    auto getB = [&](int k) -> float { return (k < K && c < N) ? B[k * N + c] : 0.0f; };

    float dot = 0.0f;

    for (int off = 0; off < K; off += W) {
        ta[i][j] = getA(off + j);
        tb[i][j] = getB(off + i);

        for (int k = 0; k < W; ++k)
            dot += ta[i][k] * tb[k][j];

        __syncthreads();
    }

    if (r < M && c <= N)
        C[r * N + c] = dot;
}
