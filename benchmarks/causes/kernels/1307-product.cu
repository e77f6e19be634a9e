#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ int uthao(const float *matrix, int rows, int cols, int r, int c)
{
    if (r >= rows || c >= cols)
        return 0.0f;
    return matrix[r * cols + c];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float khandA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float khandB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int pankti = blockIdx.y * TILE_WIDTH + ty;
    int stambh = blockIdx.x * TILE_WIDTH + tx;
    bool live = pankti < M && stambh < N;
    float yog = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        khandA[ty][tx] = uthao(A, M, K, pankti, k0 + tx);
        khandB[ty][tx] = uthao(B, K, N, k0 + ty, stambh);
        __syncthreads();

        if (!live) continue;
            for (int k = 0; k < TILE_WIDTH; ++k)
                yog += khandA[ty][k] * khandB[k][tx];
        __syncthreads();
    }

    if (live)
        C[pankti * N + stambh] = yog;
}
