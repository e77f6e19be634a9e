#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Produit matriciel par tuiles
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tuileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tuileB[TILE_WIDTH][TILE_WIDTH];

    int x = threadIdx.x;
    int y = threadIdx.y;
    int ligne = blockIdx.y * TILE_WIDTH + y;
    int colonne = blockIdx.x * TILE_WIDTH + x;
    int nbTuiles = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float somme = 0.0f;

    // ce thread n'a pas de case dans C
    if (ligne >= M || colonne >= N)
        return;

    for (int t = 0; t < nbTuiles; t++) {
        int kA = t * TILE_WIDTH + x;
        int kB = t * TILE_WIDTH + y;

        // remplir les deux tuiles, avec des zeros hors des matrices
        float a = 0.0f, b = 0.0f;
        if (ligne < M && kA < K) a = A[ligne * K + kA];
        if (kB < K && colonne < N) b = B[kB * N + colonne];
        tuileA[y][x] = a;
        tuileB[y][x] = b;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++)
            somme += tuileA[y][i] * tuileB[i][x];
        __syncthreads();
    }

    C[ligne * N + colonne] = somme;
}
