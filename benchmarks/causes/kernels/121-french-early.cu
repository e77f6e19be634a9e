#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

/* Produit de matrices par tuiles */
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tuileA[TILE_WIDTH][TILE_WIDTH], tuileB[TILE_WIDTH][TILE_WIDTH];

    size_t i = threadIdx.y, j = threadIdx.x;
    size_t ligne = (size_t)blockIdx.y * TILE_WIDTH + i;
    size_t colonne = (size_t)blockIdx.x * TILE_WIDTH + j;
    if (ligne >= M || colonne >= N)
        return;
    size_t debut = 0;
    float somme = 0.0f;

    do {
        size_t ka = debut + j;
        size_t kb = debut + i;

        tuileA[i][j] = 0.0f;
        tuileB[i][j] = 0.0f;
        if (ligne < M) {
            if (ka < K)
                tuileA[i][j] = A[ligne * K + ka];
        }
        if (colonne < N) {
            if (kb < K)
                tuileB[i][j] = B[kb * N + colonne];
        }
        __syncthreads();

        for (int k = 0; k != TILE_WIDTH; ++k)
            somme += tuileA[i][k] * tuileB[k][j];

        __syncthreads();
        debut += TILE_WIDTH;
    } while (debut < K);

    C[ligne * N + colonne] = somme;
}
