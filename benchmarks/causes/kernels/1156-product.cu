#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    constexpr auto W = TILE_WIDTH;

    __shared__ float sa[W][W];
    __shared__ float sb[W][W];

    const auto x = static_cast<int>(threadIdx.x);
    const auto y = static_cast<int>(threadIdx.y);
    const auto row = static_cast<int>(blockIdx.y) * W + y;
    const auto col = static_cast<int>(blockIdx.x) * W + x;

    auto loadA = [&](int k) -> float { return row < M && k < K ? A[row * K + k] : 0.0f; };
    auto loadB = [&](int k) -> float { return col < N && k < K ? B[k * N + col] : 0.0f; };

    auto acc = 0;

    for (auto first = 0; first < K; first += W) {
        sa[y][x] = loadA(first + x);
        sb[y][x] = loadB(first + y);
        __syncthreads();

        for (auto k = 0; k < W; ++k)
            acc += sa[y][k] * sb[k][x];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
