#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    const int T = blockDim.x;
    __shared__ float ds_A[T][T];
    __shared__ float ds_B[T][T];

    int bx = blockIdx.x;  int by = blockIdx.y;
    int tx = threadIdx.x; int ty = threadIdx.y;

    int Row = by * T + ty;
    int Col = bx * T + tx;
    float Pvalue = 0;

    for (int m = 0; m < ceilf((float) K / T); ++m) {
        if (Row < M && m * T + tx < K)
            ds_A[ty][tx] = A[Row * K + m * T + tx];
        else
            ds_A[ty][tx] = 0;

        if (m * T + ty < K && Col < N)
            ds_B[ty][tx] = B[(m * T + ty) * N + Col];
        else
            ds_B[ty][tx] = 0;

        __syncthreads();
        for (int k = 0; k < T; ++k)
            Pvalue += ds_A[ty][k] * ds_B[k][tx];
        __syncthreads();
    }

    if (Row < M && Col < N)
        C[Row * N + Col] = Pvalue;
}
