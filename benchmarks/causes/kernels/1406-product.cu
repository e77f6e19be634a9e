#include <cooperative_groups.h>
namespace cg = cooperative_groups;

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    cg::thread_block blk = cg::this_thread_block();

    __shared__ float as[TILE_WIDTH][TILE_WIDTH];
    __shared__ float bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float c = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        as[ty][tx] = 0.0f;
        bs[ty][tx] = 0.0f;
        if (row < M && k0 + tx < K)
            as[ty][tx] = A[row * K + k0 + tx];
        if (col < N && k0 + ty < K)
            bs[ty][tx] = B[(k0 + tx) * N + col];
        blk.sync();

        for (int k = 0; k < TILE_WIDTH; ++k)
            c += as[ty][k] * bs[k][tx];
        cg::tiled_partition<32>(blk).sync();  // done with these tiles
    }

    if (row < M && col < N)
        C[row * N + col] = c;
}
