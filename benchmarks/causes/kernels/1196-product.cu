// TP CUDA - produit de matrices par tuiles
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// vue sur une matrice rangée par lignes ; pas = distance entre deux lignes
struct Matrice {
    const float *donnees;
    int lignes;
    int colonnes;
    int pas;
};

__device__ float lire(const Matrice &m, int i, int j)
{
    if (i < m.lignes && j < m.colonnes)
        return m.donnees[i * m.pas + j];
    return 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tuileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tuileB[TILE_WIDTH][TILE_WIDTH];

    Matrice a = {A, M, K, K};
    Matrice b = {B, K, N, K};

    int tx = threadIdx.x, ty = threadIdx.y;
    int ligne = blockIdx.y * TILE_WIDTH + ty;
    int colonne = blockIdx.x * TILE_WIDTH + tx;

    float somme = 0.0f;
    for (int debut = 0; debut < K; debut += TILE_WIDTH) {
        tuileA[ty][tx] = lire(a, ligne, debut + tx);
        tuileB[ty][tx] = lire(b, debut + ty, colonne);
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            somme += tuileA[ty][k] * tuileB[k][tx];
        __syncthreads();
    }

    if (ligne >= M || colonne >= N)
        return;
    C[ligne * N + colonne] = somme;
}
