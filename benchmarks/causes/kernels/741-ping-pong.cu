#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ __forceinline__ float fetch(const float *src, int r, int c, int rows, int cols)
{
    if (r >= rows || c >= cols) return 0.0f;
    return src[(size_t)r * cols + c];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float bufA[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float bufB[2][TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const int tiles = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    bufA[0][ty][tx] = fetch(A, row, tx, M, K);
    bufB[0][ty][tx] = fetch(B, ty, col, K, N);
    __syncthreads();

    float acc = 0.0f;
    int cur = 0;
    for (int t = 0; t < tiles; ++t) {
        int nxt = 1 - cur;
        if (t + 1 < tiles) {
            int k0 = (t + 1) * TILE_WIDTH;
            bufA[nxt][ty][tx] = fetch(A, row, k0 + tx, M, K);
            bufB[cur][ty][tx] = fetch(B, k0 + ty, col, K, N);
        }
        #pragma unroll
        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += bufA[cur][ty][k] * bufB[cur][k][tx];
        __syncthreads();
        cur = nxt;
    }

    if (row < M && col < N)
        C[(size_t)row * N + col] = acc;
}
