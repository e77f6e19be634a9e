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

    // Rows and columns outside are clamped: they load something valid that is never stored.
    int safeRow = min(row, M);
    int safeCol = min(col, N - 1);

    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        int len = min(TILE_WIDTH, K - k0);

        if (tx < len)
            As[ty][tx] = A[safeRow * K + k0 + tx];
        if (ty < len) {
            Bs[ty][tx] = B[(k0 + ty) * N + safeCol];
            __syncthreads();
        }

        for (int k = 0; k < len; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
