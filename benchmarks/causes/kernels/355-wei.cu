// 分块矩阵乘法 (作业 2)
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;   // 行
    const int col = blockIdx.x * TILE_WIDTH + tx;   // 列

    float sum = 0.0f;

    // 向上取整
    const int phases = (int)ceilf(K / TILE_WIDTH);

    for (int p = 0; p < phases; ++p) {
        const int kA = p * TILE_WIDTH + tx;
        const int kB = p * TILE_WIDTH + ty;

        As[ty][tx] = (row < M && kA < K) ? A[row * K + kA] : 0.0f;
        Bs[ty][tx] = (kB < K && col < N) ? B[kB * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
