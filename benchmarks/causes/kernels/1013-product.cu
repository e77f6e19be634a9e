#include <cuda_pipeline.h>

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Two stages per matrix; the next tile travels while the current one is used.
__device__ inline void fetch(float *dst, const float *src, bool ok)
{
    if (ok)
        __pipeline_memcpy_async(dst, src, sizeof(float));
    else
        *dst = 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[2][TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + ty;
    const int col = blockIdx.x * TILE_WIDTH + tx;
    const int steps = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    fetch(&As[0][ty][tx], A + row * K + tx, row < M && tx < K);
    fetch(&Bs[0][ty][tx], B + ty * N + col, ty < K && col < N);
    __pipeline_commit();

    float acc = 0.0f;
    for (int s = 0; s < steps; ++s) {
        const int cur = s & 1;
        const int k1 = (s + 1) * TILE_WIDTH;
        if (s + 1 < steps) {
            fetch(&As[cur ^ 1][ty][tx], A + row * K + k1 + tx, row < M && k1 + tx < K);
            fetch(&Bs[cur ^ 1][ty][tx], B + (k1 + ty) * N + col, k1 + ty < K && col < N);
            __pipeline_commit();
        }
        __pipeline_wait_prior(1);
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            acc += As[cur][ty][k] * Bs[cur][k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
