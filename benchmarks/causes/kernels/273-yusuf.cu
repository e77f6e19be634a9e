#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define TW TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Ads[TW][TW];
    __shared__ float Bds[TW][TW];

    unsigned int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TW + ty, col = blockIdx.x * TW + tx;
    float value = 0.0f;

    for (int m = 0; m < (K + TW - 1) / TW; ++m)
    {
        int aCol = m * TW + tx;
        int bRow = m * TW + ty;

        float b = (bRow < K && col < K) ? B[bRow * N + col] : 0.0f;
        float a = (row < M && aCol < K) ? A[row * K + aCol] : 0.0f;
        Ads[tx][ty] = a;
        Bds[ty][tx] = b;
        __syncthreads();

        for (int k = 0; k < TW; ++k)
        {
            value += Ads[ty][k] * Bds[k][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N)
    {
        C[row * N + col] = value;
    }
}
