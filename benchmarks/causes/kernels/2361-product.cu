#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int r = blockIdx.y * TILE_WIDTH + ty, c = blockIdx.x * TILE_WIDTH + tx;

    float *a = A + r * K + tx;
    const float *b = B + ty * N + c;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH, a += TILE_WIDTH, b += TILE_WIDTH * N)
    {
        sA[ty][tx] = (r < M && k0 + tx < K) ? *a : 0.0f;
        sB[ty][tx] = (c < N && k0 + ty < K) ? *b : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k) { sum += sA[ty][k] * sB[k][tx]; }
        __syncthreads();
    }

    if (r < M && c < N) { C[r * N + c] = sum; }
}
