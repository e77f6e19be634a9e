#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ float inner(float a[][], float b[][], int ty, int tx)
{
    float p = 0.0f;
    for (int k = 0; k < TILE_WIDTH; k++)
        p += a[ty][k] * b[k][tx];
    return p;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    int bx = blockIdx.x, by = blockIdx.y;
    int tx = threadIdx.x, ty = threadIdx.y;
    int Row = by * TILE_WIDTH + ty;
    int Col = bx * TILE_WIDTH + tx;

    __shared__ float ds_A[TILE_WIDTH][TILE_WIDTH];
    __shared__ float ds_B[TILE_WIDTH][TILE_WIDTH];

    float Pvalue = 0.0f;
    for (int p = 0; p < (K - 1) / TILE_WIDTH + 1; ++p) {
        bool inA = Row < M && p * TILE_WIDTH + tx < K;
        bool inB = Col < N && p * TILE_WIDTH + ty < K;
        if (inA) ds_A[ty][tx] = A[Row * K + p * TILE_WIDTH + tx];
        if (!inA) ds_A[ty][tx] = 0.0f;
        if (inB) ds_B[ty][tx] = B[(p * TILE_WIDTH + ty) * N + Col];
        if (!inB) ds_B[ty][tx] = 0.0f;
        __syncthreads();
        Pvalue += inner(ds_A, ds_B, ty, tx);
        __syncthreads();
    }

    if (Row < M && Col < N)
        C[Row * N + Col] = Pvalue;
}
