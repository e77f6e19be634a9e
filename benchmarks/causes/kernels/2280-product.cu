#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define IDX(r, c, ld) (r * ld + c)
#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[TILE_WIDTH * TILE_WIDTH], sB[TILE_WIDTH * TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float res = 0;

    for (int t = 0; t < CEIL_DIV(K, TILE_WIDTH); t++) {
        int mine = IDX(ty, tx, TILE_WIDTH);

        // A tile
        if (row < M && t * TILE_WIDTH + tx < K)
            sA[mine] = A[IDX(row, t * TILE_WIDTH + tx, K)];
        else
            sA[mine] = 0;

        // B tile
        if (t * TILE_WIDTH + ty < K && col < N)
            sB[mine] = B[IDX(t * TILE_WIDTH + ty, col, N)];
        else
            sB[mine] = 0;

        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            res += sA[IDX(ty, k, TILE_WIDTH)] * sB[IDX(k, tx, TILE_WIDTH)];
        __syncthreads();
    }

    if (row < M && col < N) C[IDX(row, col, N)] = res;
}
