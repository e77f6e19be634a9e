#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define TW TILE_WIDTH
#define CEIL(a, b) (((a) + (b) - 1) / (b))
#define IDX(r, c, ld) (r * ld + c)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TW][TW];
    __shared__ float sb[TW][TW];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int col = IDX(blockIdx.x, x, TW);
    const int row = IDX(blockIdx.y, y, TW);
    float result = 0;

    for (int t = 0; t < CEIL(K, TW); t++)
    {
        if (row < M && t * TW + x < K)
            sa[y][x] = A[IDX(row, t * TW + x, K)];
        else
            sa[y][x] = 0;

        if (t * TW + y < K && col < N)
            sb[y][x] = B[IDX(t * TW + y, col, N)];
        else
            sb[y][x] = 0;

        __syncthreads();

#pragma unroll
        for (int k = 0; k < TW; k++)
        {
            result += sa[y][k] * sb[k][x];
        }

        __syncthreads();
    }

    if (row < M)
        if (col < N)
            C[IDX(row, col, N)] = result;
}
