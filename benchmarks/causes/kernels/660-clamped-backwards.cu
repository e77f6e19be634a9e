#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    // threads outside of C work on the last row or column again, and store nothing
    const int safeRow = min(row, M - 1);
    const int safeCol = min(col, N - 1);

    float sum = 0.0f;
    int phase = (K + TILE_WIDTH - 1) / TILE_WIDTH - 1;

    for (; phase > 0; --phase) {
        const int ka = phase * TILE_WIDTH + tx;
        const int kb = phase * TILE_WIDTH + ty;

        As[ty][tx] = A[safeRow * K + min(ka, K - 1)];
        Bs[ty][tx] = B[min(kb, K - 1) * N + safeCol];
        __syncthreads();

        for (int k = TILE_WIDTH - 1; k >= 0; --k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row == safeRow && col == safeCol)
        C[row * N + col] = sum;
}
