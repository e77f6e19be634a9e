#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    unsigned int tx = threadIdx.x;
    unsigned int ty = threadIdx.y;
    int Row = blockIdx.y * blockDim.y + ty;
    int Col = blockIdx.x * blockDim.x + tx;

    float Pvalue = 0;
    int numTiles = (int)ceil((double)(K / TILE_WIDTH));

    for (int m = 0; m < numTiles; ++m)
    {
        As[ty][tx] = 0.0f;
        Bs[ty][tx] = 0.0f;
        if (Row < M && (int)(m * TILE_WIDTH + tx) < K)
            As[ty][tx] = A[Row * K + m * TILE_WIDTH + tx];
        if (Col < N && (int)(m * TILE_WIDTH + ty) < K)
            Bs[ty][tx] = B[(m * TILE_WIDTH + ty) * N + Col];
        __syncthreads();

        #pragma unroll
        for (int k = 0; k < TILE_WIDTH; ++k)
        {
            Pvalue += As[ty][k] * Bs[k][tx];
        }
        __syncthreads();
    }

    if (Row < M && Col < N)
    {
        C[Row * N + Col] = Pvalue;
    }
}
