// 寄存器预取: 先存到共享内存, 再读下一块
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    // first tile goes into registers
    float regA = (row < M && tx < K) ? A[row * K + tx] : 0.0f;
    float regB = (ty < K && col < N) ? B[ty * N + col] : 0.0f;

    float sum = 0.0f;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int p = 0; p < phases; ++p) {
        int k0 = (p + 1) * TILE_WIDTH;
        regA = (row < M && k0 + tx < K) ? A[row * K + k0 + tx] : 0.0f;
        regB = (k0 + tx < K && col < N) ? B[(k0 + tx) * N + col] : 0.0f;
        As[ty][tx] = regA;
        Bs[ty][tx] = regB;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
