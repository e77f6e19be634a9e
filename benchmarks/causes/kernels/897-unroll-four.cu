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
    float acc = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        float va = 0.0f;
        float vb = 0.0f;
        if (row < M)
            if (k0 + tx < K)
                va = A[row * K + (k0 + tx)];
        if (col < N)
            if (k0 + ty < K)
                vb = B[(k0 + ty) * N + col];
        As[ty][tx] = va;
        Bs[ty][tx] = vb;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k += 4) {
            acc += As[ty][k]     * Bs[k][tx];
            acc += As[ty][k + 1] * Bs[k + 1][tx];
            acc += As[ty][k + 2] * Bs[k + 3][tx];
            acc += As[ty][k + 3] * Bs[k + 3][tx];
        }
        __syncthreads();
    }

    if (row < M)
        if (col < M)
            C[row * N + col] = acc;
}
