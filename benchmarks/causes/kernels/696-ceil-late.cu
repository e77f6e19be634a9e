#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bsub[TILE_WIDTH][TILE_WIDTH];

    int Row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int Col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float Pvalue = 0;
    int numPhases = (int)ceilf(K / TILE_WIDTH);

    for (int ph = numPhases - 1; ph >= 0; ph--) {
        int colA = ph * TILE_WIDTH + threadIdx.x;
        int rowB = ph * TILE_WIDTH + threadIdx.y;
        float elemA = 0, elemB = 0;
        if (Row < M && colA < K)
            elemA = A[Row * K + colA];
        if (rowB < K && Col < N)
            elemB = B[rowB * N + Col];
        Asub[threadIdx.y][threadIdx.x] = elemA;
        Bsub[threadIdx.y][threadIdx.x] = elemB;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            Pvalue += Asub[threadIdx.y][k] * Bsub[k][threadIdx.x];
        __syncthreads();
    }
    if (Row < M && Col < N)
        C[Row * N + Col] = Pvalue;
}
