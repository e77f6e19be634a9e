#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define BLOCK TILE_WIDTH
#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))
#define AT(mat, r, c, ld) ((mat)[(r) * (ld) + (c)])
#define INSIDE(r, c, rows, cols) ((r) < (rows) && (c) < (cols))

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float subA[BLOCK][BLOCK];
    __shared__ float subB[BLOCK][BLOCK];

    const int tr = threadIdx.y;
    const int tc = threadIdx.x;
    const int row = blockIdx.y * BLOCK + tr;
    const int col = blockIdx.x * BLOCK + tc;
    float res = 0.0f;

    for (int b = 0; b < CEIL_DIV(K, BLOCK); b++) {
        subA[tr][tc] = INSIDE(row, b * BLOCK + tc, M, K) ? AT(A, row, b * BLOCK + tc, K) : 0.0f;
        subB[tr][tc] = INSIDE(b * BLOCK + tr, col, K, N) ? AT(B, b * BLOCK + tr, col, N) : 0.0f;
        __syncthreads();
        for (int k = 0; k < BLOCK; k++)
            res += subA[tr][k] * subB[k][tr];
        __syncthreads();
    }

    if (INSIDE(row, col, M, N))
        AT(C, row, col, N) = res;
}
