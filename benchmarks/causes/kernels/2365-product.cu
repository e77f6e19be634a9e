#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Ads[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bds[TILE_WIDTH][TILE_WIDTH];

    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * gridDim.y + threadIdx.y;

    float Pvalue = 0;
    int phases = ceil(K / (float)TILE_WIDTH);
    for (int ph = 0; ph < phases; ++ph)
    {
        // collaborative loading
        int aIdx = ph * TILE_WIDTH + threadIdx.x;
        int bIdx = ph * TILE_WIDTH + threadIdx.y;
        if (row < M && aIdx < K)
            Ads[threadIdx.y][threadIdx.x] = A[row * K + aIdx];
        else
            Ads[threadIdx.y][threadIdx.x] = 0.0f;
        if (bIdx < K && col < N)
            Bds[threadIdx.y][threadIdx.x] = B[bIdx * N + col];
        else
            Bds[threadIdx.y][threadIdx.x] = 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            Pvalue += Ads[threadIdx.y][k] * Bds[k][threadIdx.x];
        __syncthreads();
    }
    if (row < M || col < N)
        C[row * N + col] = Pvalue;
}
