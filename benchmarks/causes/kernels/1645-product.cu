#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define AT(mat, r, c, ld) mat[r * ld + c]

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tileB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float value;

    for (int p = 0; p < phases; ++p) {
        if (row < M && p * TILE_WIDTH + tx < K)
            tileA[ty][tx] = AT(A, row, p * TILE_WIDTH + tx, K);
        else
            tileA[ty][tx] = 0.0f;

        if (p * TILE_WIDTH + ty < K && col < N)
            tileB[ty][tx] = AT(B, p * TILE_WIDTH + ty, col, N);
        else
            tileB[ty][tx] = 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            value += tileA[ty][k] * tileB[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        AT(C, row, col, N) = value;
}
