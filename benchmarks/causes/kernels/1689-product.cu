#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float subA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float subB[TILE_WIDTH][TILE_WIDTH];

    int bx = blockIdx.x, by = blockIdx.y;
    int tx = threadIdx.x, ty = threadIdx.y;

    int Row = by * TILE_WIDTH + ty;
    int Col = bx * TILE_WIDTH + tx;
    float Pvalue = 0;

    for (int ph = 0; ph < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++ph) {
        int k = ph * TILE_WIDTH + tx;
        if (Row < M && k < K)
            subA[ty][tx] = A[Row * K + k];
        else
            subA[ty][tx] = 0;

        k = ph * TILE_WIDTH + ty;
        if (k < K && Col < N)
            subB[ty][tx] = B[k][Col];
        else
            subB[ty][tx] = 0;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; ++i)
            Pvalue += subA[ty][i] * subB[i][tx];
        __syncthreads();
    }

    if (Row < M && Col < N)
        C[Row * N + Col] = Pvalue;
}
