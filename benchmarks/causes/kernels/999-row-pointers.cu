#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a_tile[TILE_WIDTH][TILE_WIDTH];
    __shared__ float b_tile[TILE_WIDTH][TILE_WIDTH];

    int x = threadIdx.x;
    int y = threadIdx.y;
    int first_row = blockIdx.y * TILE_WIDTH;
    int first_col = blockIdx.x * TILE_WIDTH;
    int rows_here = M - first_row;
    int cols_here = N - first_col;

    float *aBlock = A + first_row * K;
    const float *bBlock = B + first_col;
    float *cBlock = C + first_row * N + first_col;

    float sum = 0.0f;
    for (int k = 0; k < K; k += TILE_WIDTH) {
        int depth = min(TILE_WIDTH, K - k);
        a_tile[y][x] = (y < rows_here && x < depth) ? aBlock[y * K + k + x] : 0.0f;
        b_tile[y][x] = (y < depth && x < cols_here) ? bBlock[(k + y) * N + x] : 0.0f;
        __syncthreads();
        for (int i = 0; i < depth; ++i)
            sum += a_tile[y][i] * b_tile[i][x];
        __syncthreads();
    }

    if (y < rows_here && x < cols_here)
        cBlock[y * N + x] = sum;
}
