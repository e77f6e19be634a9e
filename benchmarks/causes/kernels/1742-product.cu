#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ __forceinline__ void fill(float *dst, const float *src, bool inside)
{
    *dst = inside ? *src : 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a_tile[TILE_WIDTH][TILE_WIDTH];
    __shared__ float b_tile[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int first_row = blockIdx.x * TILE_WIDTH;
    const int first_col = blockIdx.y * TILE_WIDTH;
    const int row = first_row + ty;
    const int col = first_col + tx;

    float c = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        fill(&a_tile[ty][tx], A + row * K + k0 + tx, row < M && k0 + tx < K);
        fill(&b_tile[ty][tx], B + (k0 + ty) * N + col, k0 + ty < K && col < N);
        __syncwarp();

        for (int k = 0; k < TILE_WIDTH; ++k)
            c += a_tile[ty][k] * b_tile[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = c;
}
