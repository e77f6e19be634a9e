#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ int ceilDiv(int a, int b)
{
    int q = a / b;
    if (q * b < a) q++;
    return q;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];

    int bx = blockIdx.x;  int by = blockIdx.y;
    int tx = threadIdx.x; int ty = threadIdx.y;

    int Row = by * TILE_WIDTH + ty;
    int Col = bx * TILE_WIDTH + tx;
    float Pvalue = 0;
    int last = ceilDiv(K, TILE_WIDTH) - 1;

    for (int ph = 0; ph <= last; ++ph) {
        int x = ph * TILE_WIDTH + tx;
        int y = ph * TILE_WIDTH + ty;

        Mds[ty][tx] = 0;
        if (Row < M && x < K)
            Mds[ty][tx] = A[Row * K + x];
        Nds[ty][tx] = 0;
        if (y < K && Col < N)
            Nds[ty][tx] = B[y * N + Col];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k);
        {
            Pvalue += Mds[ty][k] * Nds[k][tx];
        }
        __syncthreads();
    }

    if (Row < M && Col < N)
        C[Row * N + Col] = Pvalue;
}
