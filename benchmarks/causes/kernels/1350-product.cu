#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

static __device__ float fetch(const float *m, int r, int c, int rows, int cols)
{
    return (r < rows && c < cols) ? m[r * cols + c] : 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float bufA[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float bufB[2][TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int n = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    int cur = 0;
    float sum = 0.0f;

    bufA[0][ty][tx] = fetch(A, row, tx, M, K);
    bufB[0][ty][tx] = fetch(B, ty, col, K, N);
    for (int p = 0; p < n; ++p) {
        int nxt = cur ^ 1;
        if (p + 1 < n) {
            int k0 = (p + 1) * TILE_WIDTH;
            bufA[nxt][ty][tx] = fetch(A, row, k0 + tx, M, K);
            bufB[nxt][ty][tx] = fetch(B, k0 + ty, col, K, N);
        }
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += bufA[cur][ty][k] * bufB[cur][k][tx];
        __syncthreads();
        cur = nxt;
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
