#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define AT(r, c, width) (r * width + c)
#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH], Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int p = 0; p < CEIL_DIV(K, TILE_WIDTH); ++p) {
        int off = p * TILE_WIDTH;

        if (row < M && off + tx < K)
            As[ty][tx] = A[AT(row, off + tx, K)];
        else
            As[ty][tx] = 0.0f;

        if (off + ty < K && col < N)
            Bs[ty][tx] = B[AT(off + ty, col, N)];
        else
            Bs[ty][tx] = 0.0f;

        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[AT(row, col, N)] = sum;
}
