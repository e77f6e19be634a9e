#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bsub[TILE_WIDTH][TILE_WIDTH];
    int bx = blockIdx.x;  int by = blockIdx.y;
    int tx = threadIdx.x; int ty = threadIdx.y;
    int Row = by * TILE_WIDTH + ty;
    int Col = bx * TILE_WIDTH + tx;

    for (int m = 0; m < (K - 1) / TILE_WIDTH + 1; ++m) {
        float Cvalue = 0;
        if (Row < M && m * TILE_WIDTH + tx < K)
            Asub[ty][tx] = A[Row * K + m * TILE_WIDTH + tx];
        else
            Asub[ty][tx] = 0;
        if (Col < N && m * TILE_WIDTH + ty < K)
            Bsub[ty][tx] = B[(m * TILE_WIDTH + ty) * N + Col];
        else
            Bsub[ty][tx] = 0;

        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            Cvalue += Asub[ty][k] * Bsub[k][tx];
        __syncthreads();
    }
    if (Row < M && Col < N)
        C[Row * N + Col] = Cvalue;
}
