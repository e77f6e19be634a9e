#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define AT(mat, r, c, ld) mat[r * ld + c]
#define FOR(v, n) for (int v = 0; v < (n); ++v)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float SA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float SB[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float sum = 0.0f;

    FOR(p, phases) {
        int off = p * TILE_WIDTH;
        float a = 0.0f, b = 0.0f;
        if (row < M && off + tx < K)
            a = AT(A, row, off + tx, K);
        if (off + ty < K && col < N)
            b = AT(B, off + ty, col, N);
        SA[ty][tx] = a;
        SB[ty][tx] = b;
        __syncthreads();
        FOR(k, TILE_WIDTH) sum += SA[ty][k] * SB[k][tx];
        __syncthreads();
    }
    if (row < M && col < N)
        AT(C, row, col, N) = sum;
}
