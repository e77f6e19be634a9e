#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    const auto tx = threadIdx.x;
    const auto ty = threadIdx.y;
    const auto row = blockIdx.y * TILE_WIDTH + ty;
    const auto col = blockIdx.x * TILE_WIDTH + tx;
    const bool rowOk = row < M;
    const bool colOk = col < N;

    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    float sum = 0.0f;

    for (auto base = 0; base < K; base += TILE_WIDTH) {
        const auto kA = base + tx;
        const auto kB = base + ty;
        As[ty][tx] = rowOk && kA < K ? A[row * K + kA] : 0.0f;
        Bs[ty][tx] = colOk && kB < K ? B[kB * N + col] : 0.0f;
        __syncthreads();

        for (auto k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty, k] * Bs[k, tx];

        __syncthreads();
    }

    if (rowOk && colOk)
        C[row * N + col] = sum;
}
