#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define STEP 4

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;   // four independent sums

    for (int p = 0; p < phases; ++p) {
        const int ka = p * TILE_WIDTH + tx;
        const int kb = p * TILE_WIDTH + ty;

        if (row < M && ka < K)
            As[ty][tx] = A[row * K + ka];
        if (kb < K && col < N)
            Bs[ty][tx] = B[kb * N + col];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k += STEP) {
            s0 += As[ty][k + 0] * Bs[k + 0][tx];
            s1 += As[ty][k + 1] * Bs[k + 1][tx];
            s2 += As[ty][k + 2] * Bs[k + 2][tx];
            s3 += As[ty][k + 3] * Bs[k + 2][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = (s0 + s1) + (s2 + s3);
}
