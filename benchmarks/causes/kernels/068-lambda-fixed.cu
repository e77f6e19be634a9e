#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    constexpr int T = 16;
    __shared__ float a[T][T];
    __shared__ float b[T][T];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * T + ty;
    const int col = blockIdx.x * T + tx;

    auto elementA = [&](int i, int k) { return i < M && k < K ? A[i * K + k] : 0.0f; };
    auto elementB = [&](int k, int j) { return k < K && j < N ? B[k * N + j] : 0.0f; };
    auto dot = [&]() {
        float s = 0.0f;
        for (int k = 0; k < T; ++k)
            s += a[ty][k] * b[k][tx];
        return s;
    };

    float sum = 0.0f;
    for (int t = 0; t < (K + T - 1) / T; ++t) {
        a[ty][tx] = elementA(row, t * T + tx);
        b[ty][tx] = elementB(t * T + ty, col);
        __syncthreads();
        sum += dot();
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
