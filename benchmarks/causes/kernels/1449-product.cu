#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// No branches around the loads: the index is clamped into the matrix,
// and what came from outside is multiplied away.
__global__ void matmul_tiled(const float *__restrict__ A, const float *__restrict__ B,
                             float *__restrict__ C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const int safeRow = min(row, M - 1);
    const int safeCol = min(col, N - 1);

    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        const int ka = min(k0 + tx, K);
        const int kb = min(k0 + ty, K - 1);
        const float a = A[safeRow * K + ka];
        const float b = B[kb * N + safeCol];
        As[ty][tx] = (k0 + tx < K) ? a : 0.0f;
        Bs[ty][tx] = (k0 + ty < K) ? b : 0.0f;
        __syncthreads();

#pragma unroll 8
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
