#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH + 1];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float sum = 0.0f;

    As[ty][tx] = 0.0f;
    Bs[ty][tx] = 0.0f;
    for (int p = 0; p < phases; ++p) {
        int ac = p * TILE_WIDTH + tx;
        if (row < M && ac < K)
            As[ty][tx] = A[row * K + ac];
        int br = p * TILE_WIDTH + ty;
        if (br < K && col < N)
            Bs[ty][tx] = B[br * N + col];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
