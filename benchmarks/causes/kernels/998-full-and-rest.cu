#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tB[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const bool rowOk = row < M;
    const bool colOk = col < N;

    // TILE_WIDTH is a power of two
    const int full = K & ~TILE_WIDTH - 1;
    const int rest = K - full;
    float sum = 0.0f;

    for (int k0 = 0; k0 < full; k0 += TILE_WIDTH) {
        __syncthreads();
        tA[ty][tx] = rowOk ? A[row * K + k0 + tx] : 0.0f;
        tB[ty][tx] = colOk ? B[(k0 + ty) * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += tA[ty][k] * tB[k][tx];
    }

    if (rest > 0) {
        tA[ty][tx] = (rowOk && tx < rest) ? A[row * K + full + tx] : 0.0f;
        tB[ty][tx] = (colOk && ty < rest) ? B[(full + ty) * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < rest; ++k)
            sum += tA[ty][k] * tB[k][tx];
    }

    if (rowOk && colOk)
        C[row * N + col] = sum;
}
