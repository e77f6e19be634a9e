#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
__global__ void matmul_tiled(const float * __restrict__ A, const float * __restrict__ B,
                             float * __restrict__ C, int M, int K, int N)
{
    __shared__ float M_ds[TILE_WIDTH][TILE_WIDTH];
    __shared__ float N_ds[TILE_WIDTH][TILE_WIDTH];

    int bx = blockIdx.x;  int by = blockIdx.y;
    int tx = threadIdx.x; int ty = threadIdx.y;

    int Row = by * TILE_WIDTH + ty;
    int Col = bx * TILE_WIDTH + tx;

    float Pvalue = 0;
    for (int ph = 0; ph < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++ph) {
        if ((Row < M) && (ph * TILE_WIDTH + tx) < K)
            M_ds[ty][tx] = A[Row * K + ph * TILE_WIDTH + tx];
        else
            M_ds[ty][tx] = 0.0f;

        if ((ph * TILE_WIDTH + ty) < K && (Col < N))
            N_ds[ty][tx] = B[(ph * TILE_WIDTH + ty) * N + Col];
        else
            N_ds[ty][tx] = 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            Pvalue += M_ds[ty][k] * N_ds[k][tx];
        __syncthreads();
    }

    if (!(Row < M) && !(Col < N))
        return;
    C[Row * N + Col] = Pvalue;
}
