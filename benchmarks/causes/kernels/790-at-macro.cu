#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define AREA (TILE_WIDTH * TILE_WIDTH)
#define AT(i, j, width) (i * width + j)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[AREA], sB[AREA];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int me = AT(ty, tx, TILE_WIDTH);
    float dot = 0;

    int ph = 0;
    while (ph * TILE_WIDTH < K) {
        if (row < M && ph * TILE_WIDTH + tx < K)
            sA[me] = A[AT(row, ph * TILE_WIDTH + tx, K)];
        else
            sA[me] = 0;

        if (ph * TILE_WIDTH + ty < K && col < N)
            sB[me] = B[AT(ph * TILE_WIDTH + ty, col, N)];
        else
            sB[me] = 0;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            dot += sA[AT(ty, k, TILE_WIDTH)] * sB[AT(k, tx, TILE_WIDTH)];
        __syncthreads();
        ph++;
    }

    if (row < M && col < N)
        C[AT(row, col, N)] = dot;
}
