// 用 lambda 读取数据，越界返回 0
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    int k0 = 0;   // 当前分块的起点

    auto fetchA = [=]() -> float {
        return (row < M && k0 + tx < K) ? A[row * K + k0 + tx] : 0.0f;
    };
    auto fetchB = [=]() -> float {
        return (k0 + ty < K && col < N) ? B[(k0 + ty) * N + col] : 0.0f;
    };

    float acc = 0.0f;

    for (k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[ty][tx] = fetchA();
        Bs[ty][tx] = fetchB();
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
