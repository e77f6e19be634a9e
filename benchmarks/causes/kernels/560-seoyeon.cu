// Seoyeon: tile gop, gyeolgwa-neun C-e jeojang
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ bool isInside(int r, int c, int height, int width)
{
    return r < height && c < width;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float hapgye = 0.0f;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    for (int p = 0; p < phases; ++p) {
        int off = p * TILE_WIDTH;
        As[ty][tx] = isInside(row, off + tx, M, K) ? A[row * K + (off + tx)] : 0.0f;
        Bs[ty][tx] = isInside(off + ty, col, K, N) ? B[(off + ty) * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            hapgye += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (isInside(row, col, M, N))
        C[row * N + col] += hapgye;
}
