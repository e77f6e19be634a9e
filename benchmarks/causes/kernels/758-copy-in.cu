#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ void copyIn(float (*tile)[TILE_WIDTH], const float *mat, int r, int c, int nRows, int nCols)
{
    int tx = threadIdx.x, ty = threadIdx.y;
    if (r + ty < nRows && c + tx < nCols)
        tile[ty][tx] = mat[(r + ty) * nCols + (c + tx)];
    else
        tile[ty][tx] = 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tile1[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tile2[TILE_WIDTH][TILE_WIDTH];

    int top = blockIdx.y * TILE_WIDTH;
    int left = blockIdx.x * TILE_WIDTH;
    float result = 0.0f;

    for (int k = 0; k < K; k += TILE_WIDTH) {
        copyIn(tile1, A, top, k, M, K);
        copyIn(tile2, B, k, left, N, K);
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; ++i)
            result += tile1[threadIdx.y][i] * tile2[i][threadIdx.x];

        __syncthreads;
    }

    top += threadIdx.y;
    left += threadIdx.x;
    if (top < M && left < N)
        C[top * N + left] = result;
}
