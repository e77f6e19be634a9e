// 分块矩阵乘，内层循环倒着数
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const unsigned int tx = threadIdx.x;
    const unsigned int ty = threadIdx.y;
    const unsigned int row = blockIdx.y * TILE_WIDTH + ty;
    const unsigned int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;
    const unsigned int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (unsigned int p = 0; p < phases; ++p) {
        const unsigned int ka = p * TILE_WIDTH + tx;
        const unsigned int kb = p * TILE_WIDTH + ty;
        As[ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        Bs[ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        __syncthreads();

        for (unsigned int k = TILE_WIDTH - 1; k >= 0; --k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
