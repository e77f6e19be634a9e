#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    unsigned tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float value = 0.0f;
    int kb = ty;

    for (int ka = tx; ka < K; ka += TILE_WIDTH, kb += TILE_WIDTH) {
        if (row < M && ka < K)
            As[ty][tx] = A[(size_t)row * K + ka];
        else
            As[ty][tx] = 0.0f;

        if (kb < K && col < N)
            Bs[ty][tx] = B[(size_t)kb * N + col];
        else
            Bs[ty][tx] = 0.0f;

        __syncthreads();
        for (unsigned k = 0; k != TILE_WIDTH; k++)
            value += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[(size_t)row * N + col] = value;
}
