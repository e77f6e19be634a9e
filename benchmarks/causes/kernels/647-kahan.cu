#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Adds with compensation (Kahan), because K may be large.
__device__ void add_exact(float &sum, float &lost, float value)
{
    float y = value - lost;
    float t = sum + y;
    lost = t - (sum - y);
    sum = t;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bsub[TILE_WIDTH][TILE_WIDTH];

    int ty = threadIdx.y, tx = threadIdx.x;
    int row = blockIdx.y * blockDim.y + ty;
    int col = blockIdx.x * blockDim.x + tx;

    float sum = 0.0f;
    float lost = 0.0f;

    int m = 0;
    while (m * TILE_WIDTH < K) {
        int ak = m * TILE_WIDTH + tx;
        int bk = m * TILE_WIDTH + ty;

        Asub[ty][tx] = 0.0f;
        Bsub[ty][tx] = 0.0f;
        if (row < M && ak < K) Asub[ty][tx] = A[row * K + ak];
        if (bk < K && col < N) Bsub[ty][tx] = B[bk * N + col];
        __syncthreads();

        for (int e = 0; e < TILE_WIDTH; ++e)
            add_exact(sum, lost, Asub[ty][e] * Bsub[e][tx]);

        __syncthreads();
        ++m;
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
