#include <cooperative_groups.h>
namespace cg = cooperative_groups;

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tuileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tuileB[TILE_WIDTH][TILE_WIDTH];

    auto groupe = cg::tiled_partition<32>(cg::this_thread_block());

    const int lig = threadIdx.y;
    const int col = threadIdx.x;
    const int ligne   = blockIdx.y * TILE_WIDTH + lig;
    const int colonne = blockIdx.x * TILE_WIDTH + col;

    const bool ligneValide   = ligne < M;
    const bool colonneValide = colonne < N;

    float somme = 0.0f;
    int debut = 0;

    while (debut < K)
    {
        tuileA[lig][col] = 0.0f;
        tuileB[lig][col] = 0.0f;
        if (ligneValide && debut + col < K)
            tuileA[lig][col] = A[ligne * K + debut + col];
        if (colonneValide && debut + lig < K)
            tuileB[lig][col] = B[(debut + lig) * N + colonne];

        groupe.sync();   // tout le monde a chargé

        for (int k = 0; k < TILE_WIDTH; ++k)
            somme += tuileA[lig][k] * tuileB[k][col];

        groupe.sync();   // tout le monde a lu

        debut += TILE_WIDTH;
    }

    if (ligneValide && colonneValide)
        C[ligne * N + colonne] = somme;
}
