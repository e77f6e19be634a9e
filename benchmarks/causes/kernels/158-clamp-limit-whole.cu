#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// No zeros in the tiles: indices are clamped to the matrix, and the last phase is simply shorter.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int safeRow = min(row, M);
    int safeCol = min(col, N - 1);

    float sum = 0.0f;
    for (int done = 0; done < K; done += TILE_WIDTH) {
        int count = min(TILE_WIDTH, K - done);
        if (tx < count)
            As[ty][tx] = A[safeRow * K + done + tx];
        if (ty < count)
            Bs[ty][tx] = B[(done + ty) * N + safeCol];
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
