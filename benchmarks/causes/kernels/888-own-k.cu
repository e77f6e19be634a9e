#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Ads[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bds[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int Row = blockIdx.y * blockDim.y + ty;
    int Col = blockIdx.x * blockDim.x + tx;
    bool rowOk = Row < M;
    bool colOk = Col < N;

    float Cvalue = 0.0f;

    for (int k = tx; k < K; k += TILE_WIDTH) {
        int kRow = k - tx + ty;

        Ads[ty][tx] = 0.0f;
        Bds[ty][tx] = 0.0f;
        if (rowOk && k < K)
            Ads[ty][tx] = A[Row * K + k];
        if (colOk && kRow < K)
            Bds[ty][tx] = B[kRow * N + Col];
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; ++i)
            Cvalue += Ads[ty][i] * Bds[i][tx];
        __syncthreads();
    }

    if (rowOk && colOk)
        C[Row * N + Col] = Cvalue;
}
