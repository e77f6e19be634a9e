#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Part 1
__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int Row = blockIdx.y * blockDim.y + threadIdx.y;
    int Col = blockIdx.x * blockDim.x + threadIdx.x;

    if (Row < M && Col < N) {
        float Pvalue = 0;
        for (int k = 0; k < K; ++k)
            Pvalue += A[Row * K + k] * B[k * N + Col];
        C[Row * N + Col] = Pvalue;
    }
}

// Part 2
__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int Row = blockIdx.y * TILE_WIDTH + ty;
    int Col = blockIdx.x * TILE_WIDTH + tx;

    float Pvalue = 0;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    for (int p = 0; p < phases; ++p) {
        Mds[ty][tx] = (Row < M && p * TILE_WIDTH + tx < K) ? A[Row * K + p * TILE_WIDTH + tx] : 0.0f;
        Nds[ty][tx] = (Col < N && p * TILE_WIDTH + tx < K) ? B[(p * TILE_WIDTH + ty) * N + Col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            Pvalue += Mds[ty][k] * Nds[k][tx];
        __syncthreads();
    }

    if (Row < M && Col < N)
        C[Row * N + Col] = Pvalue;
}
