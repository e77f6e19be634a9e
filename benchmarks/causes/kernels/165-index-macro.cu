#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif


// row-major index into a matrix with w columns
#define AT(r, c, w) r * w + c

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float Asub[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bsub[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float value = 0.0f;

    for (int t = 0; t < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++t) {
        if (row < M && t * TILE_WIDTH + tx < K)
            Asub[ty][tx] = A[AT(row, t * TILE_WIDTH + tx, K)];
        else
            Asub[ty][tx] = 0.0f;

        if (t * TILE_WIDTH + ty < K && col < N)
            Bsub[ty][tx] = B[AT(t * TILE_WIDTH + ty, col, N)];
        else
            Bsub[ty][tx] = 0.0f;

        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            value += Asub[ty][k] * Bsub[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[AT(row, col, N)] = value;
}
