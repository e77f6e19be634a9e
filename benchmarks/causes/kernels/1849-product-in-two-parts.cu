#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Part 1
__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < M && col < N) {
        float value = 0.0f;
        for (int k = 0; k < K; ++k)
            value += A[row * K + k] * B[k * N + col];
        C[row * N + col] = value;
    }
}

// Part 2
__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ds_A[TILE_WIDTH][TILE_WIDTH];
    __shared__ float ds_B[TILE_WIDTH][TILE_WIDTH];
    int bx = blockIdx.x, by = blockIdx.y;
    int tx = threadIdx.x, ty = threadIdx.y;
    int Row = by * TILE_WIDTH + ty;
    int Col = bx * TILE_WIDTH + tx;
    float Pvalue = 0.0f;

    int phases = K / TILE_WIDTH;
    for (int p = 0; p < phases; ++p) {
        if (Row < M && p * TILE_WIDTH + tx < K)
            ds_A[ty][tx] = A[Row * K + p * TILE_WIDTH + tx];
        else
            ds_A[ty][tx] = 0.0f;
        if (p * TILE_WIDTH + ty < K && Col < N)
            ds_B[ty][tx] = B[(p * TILE_WIDTH + ty) * N + Col];
        else
            ds_B[ty][tx] = 0.0f;
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; ++i)
            Pvalue += ds_A[ty][i] * ds_B[i][tx];
        __syncthreads();
    }
    if (Row < M && Col < N)
        C[Row * N + Col] = Pvalue;
}
