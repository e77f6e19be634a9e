#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    int phases = (K - 1) / TILE_WIDTH + 1;
    float total = 0.0f;

    for (int m = 0; m < phases; m++)
    {
        int kA = m * TILE_WIDTH + tx;
        int kB = m * TILE_WIDTH + ty;

        As[ty][tx] = 0.0f;
        if (row < M) {
            if (kA < K)
                As[ty][tx] = A[(size_t)row * K + kA];
        }
        Bs[ty][tx] = 0.0f;
        if (col < N) {
            if (kB < K)
                Bs[ty][tx] = B[(size_t)kB * N + col];
        }
        __syncthreads();

        // dot product of this pair of tiles
        int part = 0;
        for (int k = 0; k < TILE_WIDTH; k++)
            part += As[ty][k] * Bs[k][tx];
        total += part;

        __syncthreads();
    }

    if (row >= M || col >= N)
        return;
    C[(size_t)row * N + col] = total;
}
