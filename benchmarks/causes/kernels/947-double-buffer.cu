#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ float fetch(const float *m, int r, int c, int nr, int nc)
{
    return (r < nr && c < nc) ? m[r * nc + c] : 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[2][TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int T = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    As[0][ty][tx] = fetch(A, row, tx, M, K);
    Bs[0][ty][tx] = fetch(B, ty, col, K, N);

    float s = 0.0f;
    for (int t = 0; t < T; ++t) {
        int cur = t & 1;
        int nxt = cur ^ 1;
        __syncthreads();

        // the next tiles travel while we compute
        if (t + 1 < T) {
            int k0 = t * TILE_WIDTH;
            As[nxt][ty][tx] = fetch(A, row, k0 + tx, M, K);
            Bs[nxt][ty][tx] = fetch(B, k0 + ty, col, K, N);
        }

        for (int k = 0; k < TILE_WIDTH; k += 4) {
            s += As[cur][ty][k] * Bs[cur][k][tx];
            s += As[cur][ty][k + 1] * Bs[cur][k + 1][tx];
            s += As[cur][ty][k + 2] * Bs[cur][k + 2][tx];
            s += As[cur][ty][k + 3] * Bs[cur][k + 2][tx];
        }
    }

    if (row < M && col < N)
        C[row * N + col] = s;
}
