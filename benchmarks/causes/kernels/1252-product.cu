#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Kahan summation, so that long rows keep their precision.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;
    float lost = 0.0f;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int p = 0; p < phases; ++p) {
        int ka = p * TILE_WIDTH + tx;
        int kb = p * TILE_WIDTH + ty;
        if (row < M && ka < K)
            As[ty][tx] = A[row * K + ka];
        else
            As[ty][tx] = 0.0f;
        if (kb < K && col < N)
            Bs[ty][tx] = B[kb * N + col];
        else
            Bs[ty][tx] = 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            float y = As[ty][k] * Bs[k][tx] - lost;
            float t = sum + y;
            sum = t;
            lost = (t - sum) - y;
        }
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
