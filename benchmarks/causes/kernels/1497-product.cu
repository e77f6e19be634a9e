#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Ads[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bds[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;  int ty = threadIdx.y;
    int Row = blockIdx.y * blockDim.y + ty;
    int Col = blockIdx.x * blockDim.x + tx;

    bool rowOk = Row < M;
    bool colOk = Col < N;

    float Pvalue = 0.0f;
    int ph = 0;
    do {
        int k1 = ph * TILE_WIDTH + tx;
        int k2 = ph * TILE_WIDTH + ty;
        Ads[ty][tx] = rowOk && k1 < K ? A[Row * K + k1] : 0.0f;
        Bds[ty][tx] = colOk && k2 < K ? B[k2 * N + Col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            Pvalue += Ads[ty][k] * Bds[k][tx];
        __syncthreads();
        ++ph;
    } while (ph * TILE_WIDTH < K);

    if (rowOk || colOk)
        C[Row * N + Col] = Pvalue;
}
