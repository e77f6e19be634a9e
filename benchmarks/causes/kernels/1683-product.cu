#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define AT(r, c, width) (r * width + c)
#define IN(r, c, rows, cols) ((r) < (rows) && (c) < (cols))

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH * TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH * TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty, col = blockIdx.x * TILE_WIDTH + tx;
    int me = AT(ty, tx, TILE_WIDTH);
    float sum = 0;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[me] = IN(row, k0 + tx, M, K) ? A[AT(row, k0 + tx, K)] : 0;
        Bs[me] = IN(k0 + ty, col, K, N) ? B[AT(k0 + ty, col, N)] : 0;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[AT(ty, k, TILE_WIDTH)] * Bs[AT(k, tx, TILE_WIDTH)];
        __syncthreads();
    }

    if (IN(row, col, M, N))
        C[AT(row, col, N)] = sum;
}
