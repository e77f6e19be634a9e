#include <cooperative_groups.h>

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

namespace cg = cooperative_groups;

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    cg::thread_block block = cg::this_thread_block();
    const dim3 t = block.thread_index();
    const dim3 g = block.group_index();
    const int row = g.y * TILE_WIDTH + t.y;
    const int col = g.x * TILE_WIDTH + t.x;

    float acc = 0.0f;
    for (int first = 0; first < K; first += TILE_WIDTH) {
        const int ka = first + t.x;
        const int kb = t.y;
        As[t.y][t.x] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        Bs[t.y][t.x] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        block.sync();
        for (int k = 0; k < TILE_WIDTH; ++k)
            acc = fmaf(As[t.y][k], Bs[k][t.x], acc);
        block.sync();
    }

    if (row < M && col < N)
        C[row * N + col] = acc;
}
