#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    constexpr int T = TILE_WIDTH;
    __shared__ float Ashared[T][T];
    __shared__ float Bshared[T][T];

    const auto tx = threadIdx.x;
    const auto ty = threadIdx.y;
    const int row = blockIdx.y * T + ty;
    const int col = blockIdx.x * T + tx;

    auto insideA = [](int r, int c) { return r < M && c < K; };
    auto insideB = [=](int r, int c) { return r < K && c < N; };

    float sum = 0.0f;
    for (int t = 0; t < (K + T - 1) / T; ++t) {
        const int kA = t * T + tx;
        const int kB = t * T + ty;
        Ashared[ty][tx] = insideA(row, kA) ? A[row * K + kA] : 0.0f;
        Bshared[ty][tx] = insideB(kB, col) ? B[kB * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < T; ++k)
            sum += Ashared[ty][k] * Bshared[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
