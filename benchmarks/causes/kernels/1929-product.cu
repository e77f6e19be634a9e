#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ float get(const float *mat, int r, int c, int nrows, int ncols)
{
    if (r >= nrows) return 0.0f;
    if (c >= ncols) return 0.0f;
    return mat[r * ncols + c];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a_tile[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float b_tile[TILE_WIDTH][TILE_WIDTH + 1];

    int lx = threadIdx.x;
    int ly = threadIdx.y;
    int col = TILE_WIDTH * blockIdx.x + lx;
    int row = TILE_WIDTH * blockIdx.y + ly;

    float dot = 0.0f;
    for (int k_start = 0; k_start < K; k_start += TILE_WIDTH) {
        a_tile[ly][lx] = get(A, row, k_start + lx, M, K);
        b_tile[ly][lx] = get(B, k_start + ly, col, K, N);
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            dot = fmaf(a_tile[ly][k], b_tile[k][lx], dot);
        __syncthread(); // done with the tiles
    }

    if (row < M && col < N)
        C[row * N + col] = dot;
}
