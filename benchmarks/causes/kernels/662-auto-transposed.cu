#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

constexpr int T = TILE_WIDTH;

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // both tiles lie transposed in shared memory, padded against bank conflicts
    __shared__ float aT[T][T + 1];
    __shared__ float bT[T][T + 1];

    const auto x = static_cast<int>(threadIdx.x);
    const auto y = static_cast<int>(threadIdx.y);
    const auto row = static_cast<int>(blockIdx.y) * T + y;
    const auto col = static_cast<int>(blockIdx.x) * T + x;

    auto acc = 0;
    for (auto k0 = 0; k0 < K; k0 += T) {
        const auto aOk = row < M && k0 + x < K;
        const auto bOk = col < N && k0 + y < K;

        aT[x][y] = aOk ? A[row * K + k0 + x] : 0.0f;
        bT[y][x] = bOk ? B[(k0 + y) * N + col] : 0.0f;
        __syncthreads();

        const auto &bCol = bT[x];
        for (auto k = 0; k < T; ++k)
            acc += aT[k][y] * bCol[k];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
