#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Tiled product, one thread per cell of C
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;
    const int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int p = 0; p < phases; ++p) {
        const int aCol = p * TILE_WIDTH + tx;
        const int bRow = p * TILE_WIDTH + ty;

        if (row < M && aCol < K)
            tileA[ty][tx] = A[row * K + aCol];
        else
            tileA[ty][tx] = 0.0f;

        if (aCol < K && col < N)
            tileB[ty][tx] = B[bRow * N + col];
        else
            tileB[ty][tx] = 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += tileA[ty][k] * tileB[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
