#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = TILE_WIDTH * blockIdx.y + ty;
    const int col = TILE_WIDTH * blockIdx.x + tx;

    auto getA = [=](int q) -> float {
        return row < M && q < N ? A[row * K + q] : 0.0f;
    };
    auto getB = [=](int q) -> float {
        return q < K && col < N ? B[q * N + col] : 0.0f;
    };

    float res = 0.0f;
    for (int base = 0; base < K; base += TILE_WIDTH) {
        As[ty][tx] = getA(base + tx);
        Bs[ty][tx] = getB(base + ty);
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; ++i)
            res += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        *(C + row * K + col) = res;
}
