#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;

    for (int p = 0; p < K; p += TILE_WIDTH) {
        if (row < M && p + tx < K)
            As[ty][tx] = A[row * K + p + tx];
        else
            As[ty][tx] = 0.0f;

        if (p + ty < K && col < N)
            Bs[ty][tx] = B[(p + ty) * N + col];
        else
            Bs[ty][tx] = 0.0f;

        __syncthreads();

        // unrolled by hand
        for (int k = 0; k < TILE_WIDTH; k += 4) {
            sum += As[ty][k]     * Bs[k][tx];
            sum += As[ty][k + 1] * Bs[k + 1][tx];
            sum += As[ty][k + 2] * Bs[k + 2][tx];
            sum += As[ty][k + 3] * Bs[k + 2][tx];
        }

        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] += sum;
}
