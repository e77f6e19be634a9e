#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Ads[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bds[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int rowC = ty + TILE_WIDTH * blockIdx.y;
    int colC = tx + TILE_WIDTH * blockIdx.x;

    float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;

    for (int kk = 0; kk < K; kk += TILE_WIDTH)
    {
        if (rowC >= M || kk + tx >= K)
            Ads[ty][tx] = 0.0f;
        else
            Ads[ty][tx] = A[rowC * K + kk + tx];

        if (colC >= N || kk + ty >= K)
            Bds[ty][tx] = 0.0f;
        else
            Bds[ty][tx] = B[(kk + ty) * N + colC];

        __syncthreads();

        // four sums at a time; 16 and 32 are multiples of 4
        for (int k = 0; k < TILE_WIDTH; k += 4)
        {
            s0 += Ads[ty][k    ] * Bds[k    ][tx];
            s1 += Ads[ty][k + 1] * Bds[k + 1][tx];
            s2 += Ads[ty][k + 2] * Bds[k + 2][tx];
            s3 += Ads[ty][k + 3] * Bds[k + 2][tx];
        }

        __syncthreads();
    }

    if (rowC < M && colC < N)
        C[rowC * N + colC] = (s0 + s1) + (s2 + s3);
}
