#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int safeRow = min(row, M - 1);

    float pval = 0;
    for (int ph = 0; ph * TILE_WIDTH < K; ph++)
    {
        int ak = ph * TILE_WIDTH + tx;
        int bk = ph * TILE_WIDTH + ty;

        // A is clamped to its last column, the zeros in Bs cancel what is too much
        As[ty][tx] = A[safeRow * K + min(ak, K - 1)];
        if (bk < K)
            if (col < N)
                Bs[ty][tx] = B[bk * N + col];
        else
            Bs[ty][tx] = 0;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            pval += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = pval;
}
