#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// no if in the loads, so no divergence
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float shared_a[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float shared_b[TILE_WIDTH][TILE_WIDTH + 1];

    const int thread_col = threadIdx.x;
    const int thread_row = threadIdx.y;
    const int row = blockIdx.y * TILE_WIDTH + thread_row;
    const int col = blockIdx.x * TILE_WIDTH + thread_col;

    const int safe_col = min(col, N - 1);
    float accumulator = 0.0f;

    for (int start = 0; start < K; start += TILE_WIDTH) {
        const int a_k = start + thread_col;
        const int b_k = start + thread_row;

        shared_a[thread_row][thread_col] = A[row * K + a_k] * (row < M && a_k < K);
        shared_b[thread_row][thread_col] = b_k < K ? B[b_k * N + safe_col] : 0.0f;
        __syncthreads();

#pragma unroll
        for (int k = 0; k < TILE_WIDTH; ++k)
            accumulator += shared_a[thread_row][k] * shared_b[k][thread_col];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = accumulator;
}
