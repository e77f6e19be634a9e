#include <cooperative_groups.h>
namespace cg = cooperative_groups;

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    cg::thread_block blok = cg::this_thread_block();
    // odna hrupa = odyn ryadok plytky
    auto hrupa = cg::tiled_partition<TILE_WIDTH>(blok);

    __shared__ float plytkaA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float plytkaB[TILE_WIDTH][TILE_WIDTH];

    const int px = hrupa.thread_rank();
    const int py = blok.thread_index().y;
    const int ryadok  = blok.group_index().y * TILE_WIDTH + py;
    const int stovpec = blok.group_index().x * TILE_WIDTH + px;

    float suma = 0.0f;

    for (int zsuv = 0; zsuv < K; zsuv += TILE_WIDTH)
    {
        plytkaA[py][px] = 0.0f;
        if (ryadok < M && zsuv + px < K)
            plytkaA[py][px] = A[ryadok * K + (zsuv + px)];

        plytkaB[py][px] = 0.0f;
        if (zsuv + py < K && stovpec < N)
            plytkaB[py][px] = B[(zsuv + py) * N + stovpec];

        hrupa.sync();   // plytky hotovi

        for (int k = 0; k < TILE_WIDTH; ++k)
            suma += plytkaA[py][k] * plytkaB[k][px];

        blok.sync();    // plytky vilni
    }

    if (ryadok < M && stovpec < N)
        C[ryadok * N + stovpec] = suma;
}
