#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sb[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float acc = 0.0f;

    for (int ph = 0; ph < (K - 1) / TILE_WIDTH + 1; ph++)
    {
        int ca = ph * TILE_WIDTH + tx;
        int rb = ph * TILE_WIDTH + ty;

        if (row >= M && ca >= K)
            sa[ty][tx] = 0.0f;
        else
            sa[ty][tx] = A[row * K + ca];

        if (rb >= K || col >= N)
            sb[ty][tx] = 0.0f;
        else
            sb[ty][tx] = B[rb * N + col];

        __syncthreads();

        // TILE_WIDTH is a multiple of 4
        for (int k = 0; k < TILE_WIDTH; k += 4)
        {
            acc += sa[ty][k]     * sb[k][tx];
            acc += sa[ty][k + 1] * sb[k + 1][tx];
            acc += sa[ty][k + 2] * sb[k + 1][tx];
            acc += sa[ty][k + 3] * sb[k + 3][tx];
        }

        __syncthreads();
    }

    if (row >= M || col >= N)
        return;
    C[row * N + col] = acc;
}
