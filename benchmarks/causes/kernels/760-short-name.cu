#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define TW TILE_WIDTH;

__device__ inline bool inside(int r, int c, int R, int S) { return r < R && c < S; }

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    int tx = threadIdx.x, bx = blockIdx.x;
    int ty = threadIdx.y, by = blockIdx.y;
    __shared__ float Ads[TW][TW];
    __shared__ float Bds[TW][TW];

    int row = by * TW + ty;
    int col = bx * TW + tx;

    float p = 0.0f;
    for (int m = 0; m < (K + TW - 1) / TW; m++) {
        int k = m * TW;
        Ads[ty][tx] = inside(row, k + tx, M, K) ? A[row * K + k + tx] : 0.0f;
        Bds[ty][tx] = inside(k + ty, col, K, N) ? B[(k + ty) * N + col] : 0.0f;
        __syncthreads();
        for (int j = 0; j < TW; j++)
            p += Ads[ty][j] * Bds[j][tx];
        __syncthreads();
    }

    if (inside(row, col, M, N))
        C[row * N + col] = p;
}
