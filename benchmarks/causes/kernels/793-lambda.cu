#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    constexpr int W = TILE_WIDTH;
    __shared__ float tA[W][W];
    __shared__ float tB[W][W];

    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int row = blockIdx.y * W + y;
    const int col = blockIdx.x * W + x;
    float acc = 0.0f;

    auto readA = [=](int k) { return row < M && k < K ? A[row * K + k] : 0.0f; };
    auto readB = [=](int k) { return k < K && col < N ? B[k * N + col] : 0.0f; };
    auto step = [=](int k) mutable { acc += tA[y][k] * tB[k][x]; };

    for (int t = 0; t < K; t += W) {
        tA[y][x] = readA(t + x);
        tB[y][x] = readB(t + y);
        __syncthreads();
        for (int k = 0; k < W; ++k)
            step(k);
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
