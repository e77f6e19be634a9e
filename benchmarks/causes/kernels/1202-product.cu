#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// element (r, c) of a row-major matrix whose rows are ld long
#define ELEM(m, r, c, ld) m[r * ld + c]

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float value = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH)
    {
        sA[ty][tx] = 0.0f;
        sB[ty][tx] = 0.0f;

        if (row < M && k0 + tx < K)
            sA[ty][tx] = ELEM(A, row, k0 + tx, K);
        if (k0 + ty < K && col < N)
            sB[ty][tx] = ELEM(B, k0 + ty, col, N);

        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            value += sA[ty][k] * sB[k][tx];

        __syncthreads();
    }

    if (row < M && col < N)
        ELEM(C, row, col, N) = value;
}
