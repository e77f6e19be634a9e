#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Matrix multiplication with tiles, lab 3
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    float sum = 0.0f;
    for (int p = 0; p < phases; ++p) {
        const int ka = p * TILE_WIDTH + tx;
        const int kb = p * TILE_WIDTH + ty;
        tileA[ty][tx] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        tileB[ty][tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += tileA[ty][k] * tileB[k][tx];
    }
    __syncthreads();

    if (row < M && col < N)
        C[row * N + col] = sum;
}
