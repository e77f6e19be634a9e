#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tB[TILE_WIDTH][TILE_WIDTH];

    const auto tx = threadIdx.x;
    const auto ty = threadIdx.y;
    const auto row = int(blockIdx.y * TILE_WIDTH + ty);
    const auto col = int(blockIdx.x * TILE_WIDTH + tx);
    auto sum = 0;

    for (auto start = 0; start < K; start += TILE_WIDTH) {
        const auto ka = start + int(tx);
        const auto kb = start + int(ty);
        const auto okA = row < M && ka < K;
        const auto okB = kb < K && col < N;

        tA[ty][tx] = okA ? A[row * K + ka] : 0.0f;
        tB[ty][tx] = okB ? B[kb * N + col] : 0.0f;
        __syncthreads();

        for (auto k = 0; k < TILE_WIDTH; ++k)
            sum += tA[ty][k] * tB[k][tx];
        __syncthreads();
    }

    if (row >= M || col >= N)
        return;
    C[row * N + col] = sum;
}
