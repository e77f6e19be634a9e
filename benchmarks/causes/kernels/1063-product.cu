#include <cuda/barrier>

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#pragma nv_diag_suppress static_var_with_dynamic_init

using block_barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void matmul_tiled(const float* A, const float* B, float* C, int M, int K, int N)
{
    __shared__ block_barrier gate;
    __shared__ float lhs[TILE_WIDTH][TILE_WIDTH];
    __shared__ float rhs[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int r = blockIdx.y * TILE_WIDTH + ty;
    const int c = blockIdx.x * TILE_WIDTH + tx;

    if (tx == 0 && ty == 0)
        init(&gate, blockDim.x);
    __syncthreads();

    auto fetchA = [&](int k) { return r < M && k < K ? A[r * K + k] : 0.0f; };
    auto fetchB = [&](int k) { return c < N && k < K ? B[k * N + c] : 0.0f; };

    float dot = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        lhs[ty][tx] = fetchA(k0 + tx);
        rhs[ty][tx] = fetchB(k0 + ty);
        gate.arrive_and_wait();             // tiles are full

        for (int k = 0; k < TILE_WIDTH; ++k)
            dot = fmaf(lhs[ty][k], rhs[k][tx], dot);
        gate.arrive_and_wait();             // tiles are free again
    }

    if (r < M && c < N)
        C[r * N + c] = dot;
}
