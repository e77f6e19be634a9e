#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// from the slides, with my changes for the edges
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ds_A[TILE_WIDTH][TILE_WIDTH];
    __shared__ float ds_B[TILE_WIDTH][TILE_WIDTH];

    int bx = blockIdx.x; int by = blockIdx.y;
    int tx = threadIdx.x; int ty = threadIdx.y;

    int Row = by * TILE_WIDTH + ty;
    int Col = bx * TILE_WIDTH + tx;
    float Pvalue = 0;

    for (int p = 0; p < (K - 1) / TILE_WIDTH + 1; ++p) {
        ds_A[ty][tx] = 0;
        ds_B[ty][tx] = 0;
        if (Row < M && Col < N && p * TILE_WIDTH + tx < K)
            ds_A[ty][tx] = A[Row * K + p * TILE_WIDTH + tx];
        if (Row < M && Col < N && p * TILE_WIDTH + ty < K)
            ds_B[ty][tx] = B[(p * TILE_WIDTH + ty) * N + Col];
        __syncthreads();

        for (int i = 0; i < K; ++i)
            Pvalue += ds_A[ty][i] * ds_B[i][tx];
        __syncthreads();
    }

    if (Row < M && Col < N)
        C[Row * N + Col] = Pvalue;
}
