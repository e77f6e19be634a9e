#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ inline float read_or_zero(float *m, int r, int c, int rows, int cols)
{
    if (r >= rows || c >= cols)
        return 0.0f;
    return m[r * cols + c];
}

__device__ inline void put(float *m, int r, int c, int rows, int cols, float v)
{
    if (r < rows && c < cols)
        m[r * cols + c] = v;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[ty][tx] = read_or_zero(A, row, k0 + tx, M, K);
        Bs[ty][tx] = read_or_zero(B, k0 + ty, col, K, N);
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    put(C, row, col, M, N, sum);
}
