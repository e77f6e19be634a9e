#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float out = 0.0f;

    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; p++) {
        float a = 0.0f;

        if (row < M && p * TILE_WIDTH + tx < K)
            a = A[row * K + p * TILE_WIDTH + tx];
        if (p * TILE_WIDTH + ty < K && col < N)
            float b = B[(p * TILE_WIDTH + ty) * N + col];

        As[ty][tx] = a;
        Bs[ty][tx] = b;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            out += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = out;
}
