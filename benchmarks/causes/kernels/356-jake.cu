// CUDA Lab: tiled matmul. Loop structure follows the matrixMul sample from the toolkit.

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // Block index
    int bx = blockIdx.x;
    int by = blockIdx.y;

    // Thread index
    int tx = threadIdx.x;
    int ty = threadIdx.y;

    int row = by * TILE_WIDTH + ty;
    int col = bx * TILE_WIDTH + tx;

    // Index of the first and last element of A's stripe for this block
    int aBegin = K * TILE_WIDTH * by;
    int aEnd   = aBegin + K - 1;
    int aStep  = TILE_WIDTH;

    // Same for B
    int bBegin = TILE_WIDTH * bx;
    int bStep  = TILE_WIDTH * K;

    float Csub = 0;

    for (int a = aBegin, b = bBegin; a <= aEnd; a += aStep, b += bStep) {
        __shared__ float As[TILE_WIDTH][TILE_WIDTH];
        __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

        int k0 = a - aBegin;

        As[ty][tx] = (row < M && k0 + tx < K) ? A[a + K * ty + tx] : 0.0f;
        Bs[ty][tx] = (k0 + ty < K && col < N) ? B[b + N * ty + tx] : 0.0f;

        __syncthreads();

#pragma unroll
        for (int k = 0; k < TILE_WIDTH; ++k) {
            Csub += As[ty][k] * Bs[k][tx];
        }

        __syncthreads();
    }

    if (row < M && col < N) {
        int c = N * TILE_WIDTH * by + TILE_WIDTH * bx;
        C[c + N * ty + tx] = Csub;
    }
}
