#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define ELEM(m, r, c, ld) m[r * ld + c]
#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH * TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH * TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockDim.y * blockIdx.y + ty;
    int col = blockDim.x * blockIdx.x + tx;
    float value = 0;

    for (int step = 0; step < CEIL_DIV(K, TILE_WIDTH); ++step) {
        int k0 = step * TILE_WIDTH;

        if (row < M && k0 + tx < K)
            ELEM(tileA, ty, tx, TILE_WIDTH) = ELEM(A, row, k0 + tx, K);
        else
            ELEM(tileA, ty, tx, TILE_WIDTH) = 0;

        if (k0 + ty < K && col < N)
            ELEM(tileB, ty, tx, TILE_WIDTH) = ELEM(B, k0 + ty, col, N);
        else
            ELEM(tileB, ty, tx, TILE_WIDTH) = 0;

        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            value += ELEM(tileA, ty, k, TILE_WIDTH) * ELEM(tileB, k, tx, TILE_WIDTH);
        __syncthreads();
    }

    if (row < M && col < N)
        ELEM(C, row, col, N) = value;
}
