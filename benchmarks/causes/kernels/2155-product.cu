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
    bool owns = row < M && col < N;
    if (!owns) return;

    float sum = 0.0f;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int p = 0; p < phases; ++p) {
        int aCol = p * TILE_WIDTH + tx;
        int bRow = p * TILE_WIDTH + ty;

        // everything outside becomes zero
        As[ty][tx] = 0.0f;
        Bs[ty][tx] = 0.0f;
        if (row < M && aCol < K)
            As[ty][tx] = A[row * K + aCol];
        if (bRow < K && col < N)
            Bs[ty][tx] = B[bRow * N + col];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (owns)
        C[row * N + col] = sum;
}
