#include <cuda_pipeline.h>

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Stage {
    float a[TILE_WIDTH][TILE_WIDTH];
    float b[TILE_WIDTH][TILE_WIDTH];
};

// start the copies of one stage; cells outside the matrices are zeroed directly
__device__ void begin_copy(Stage &st, const float *A, const float *B, int row, int col,
                           int k0, int M, int K, int N)
{
    const int tx = threadIdx.x, ty = threadIdx.y;
    if (row < M && k0 + tx < K)
        __pipeline_memcpy_async(&st.a[ty][tx], &A[row * K + k0 + tx], sizeof(float));
    else
        st.a[ty][tx] = 0.0f;
    if (k0 + ty < K && col < N)
        __pipeline_memcpy_async(&st.b[ty][tx], &B[(k0 + ty) * N + col], sizeof(float));
    else
        st.b[ty][tx] = 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Stage stages[2];

    const int row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    const int col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    const int steps = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float sum = 0.0f;

    begin_copy(stages[0], A, B, row, col, 0, M, K, N);
    __pipeline_commit();

    for (int s = 0; s < steps; ++s) {
        if (s + 1 < steps) {
            begin_copy(stages[(s + 1) & 1], A, B, row, col, (s + 1) * TILE_WIDTH, M, K, N);
            __pipeline_commit();
        }
        __pipeline_wait_prior(1);       // all but the newest batch have arrived
        __syncthreads();

        const Stage &cur = stages[s & 1];
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += cur.a[threadIdx.y][k] * cur.b[k][threadIdx.x];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = sum;
}
