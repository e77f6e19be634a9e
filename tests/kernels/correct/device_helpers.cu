// Loads and product in device functions, not inlined
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#include <stdio.h>
#include <cuda_runtime.h>

__device__ int ceil_div(int a, int b) { return (a + b - 1) / b; }

__device__ __noinline__ float element(const float *X, int rows, int cols, int r, int c)
{
    return (r < rows && c < cols) ? X[r * cols + c] : 0.0f;
}

__device__ __forceinline__ float add_products(float (*As)[TILE_WIDTH], float (*Bs)[TILE_WIDTH], int tx, int ty, float sum)
{
    for (int k = 0; k < TILE_WIDTH; ++k)
        sum += As[ty][k] * Bs[k][tx];
    return sum;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;
    for (int p = 0; p < ceil_div(K, TILE_WIDTH); ++p) {
        As[ty][tx] = element(A, M, K, row, p * TILE_WIDTH + tx);
        Bs[ty][tx] = element(B, K, N, p * TILE_WIDTH + ty, col);
        __syncthreads();
        sum = add_products(As, Bs, tx, ty, sum);
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
}
