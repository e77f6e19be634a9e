#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// homework 2 - tiled matmul

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float subA[TILE_WIDTH][TILE_WIDTH] = {0.0f};
    __shared__ float subB[TILE_WIDTH][TILE_WIDTH] = {0.0f};

    int tx = threadIdx.x, ty = threadIdx.y;
    int r = blockIdx.y * TILE_WIDTH + ty;
    int c = blockIdx.x * TILE_WIDTH + tx;
    int tiles = (K - 1) / TILE_WIDTH + 1;
    float value = 0.0f;

    for (int m = 0; m < tiles; ++m)
    {
        int offset = m * TILE_WIDTH;
        if (r < M && offset + tx < K) {
            subA[ty][tx] = A[r * K + offset + tx];
        } else {
            subA[ty][tx] = 0.0f;
        }
        if (c < N && offset + ty < K) {
            subB[ty][tx] = B[(offset + ty) * N + c];
        } else {
            subB[ty][tx] = 0.0f;
        }
        __syncthreads();

        for (int e = 0; e < TILE_WIDTH; ++e)
            value += subA[ty][e] * subB[e][tx];
        __syncthreads();
    }

    if (r < M && c < N)
        C[r * N + c] = value;
}
