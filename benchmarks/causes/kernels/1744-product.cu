#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define AT(r, c, ld) (r * ld + c)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        if (k0 + tx < K && row < M)
            As[ty][tx] = A[AT(row, k0 + tx, K)];
        else
            As[ty][tx] = 0.0f;

        if (k0 + ty < K && col < N)
            Bs[ty][tx] = B[AT(k0 + ty, col, N)];
        else
            Bs[ty][tx] = 0.0f;

        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            sum += As[ty][k] * Bs[k][tx];

        __syncthreads();
    }

    if (row < M && col < N)
        C[AT(row, col, N)] = sum;
}
