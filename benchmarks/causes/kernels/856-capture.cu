#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tile[2][TILE_WIDTH][TILE_WIDTH];
    auto &ta = tile[0];
    auto &tb = tile[1];

    const auto tx = threadIdx.x;
    const auto ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    auto insideA = [](int r, int k) { return r < M && k < K; };
    auto insideB = [=](int k, int c) { return k < K && c < N; };

    auto acc = 0.0f;
    for (int base = 0; base < K; base += TILE_WIDTH) {
        const int ka = base + tx;
        const int kb = base + ty;
        ta[ty][tx] = insideA(row, ka) ? A[row * K + ka] : 0.0f;
        tb[ty][tx] = insideB(kb, col) ? B[kb * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += ta[ty][k] * tb[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
