#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif


__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tuileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tuileB[TILE_WIDTH][TILE_WIDTH];

    const unsigned int i = threadIdx.y, j = threadIdx.x;
    const int ligne = blockIdx.y * TILE_WIDTH + i;
    const int colonne = blockIdx.x * TILE_WIDTH + j;

    float resultat = 0.0f;
    for (int debut = 0; debut < K; debut += TILE_WIDTH) {
        // chargement des tuiles
        const int ka = debut + j, kb = debut + i;
        tuileA[i][j] = 0.0f;
        tuileB[i][j] = 0.0f;
        if (ligne < M && ka < K)
            tuileA[i][j] = A[ligne * K + ka];
        if (kb < K && colonne < N)
            tuileB[i][j] = B[kb * N + colonne];
        __syncthreads();

        // produit partiel
        for (int k = 0; k < TILE_WIDTH; ++k)
            resultat += tuileA[i][k] * tuileB[k][j];
    }
    if (ligne < M && colonne < N)
        C[ligne * N + colonne] = resultat;
}
