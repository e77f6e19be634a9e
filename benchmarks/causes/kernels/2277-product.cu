#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Chaque thread calcule une case de C.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tuileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tuileB[TILE_WIDTH][TILE_WIDTH];

    int c = threadIdx.x;
    int l = threadIdx.y;
    int ligne = l + blockIdx.y * blockDim.y;
    int colonne = c + blockIdx.x * blockDim.x;

    if (ligne >= M || colonne >= N)
        return;

    int nbTuiles = K / TILE_WIDTH + (K % TILE_WIDTH != 0);
    float somme = 0.0f;

    for (int t = 0; t < nbTuiles; t++)
    {
        int ka = t * TILE_WIDTH + c;
        int kb = t * TILE_WIDTH + l;

        // chargement (zéro en dehors des matrices)
        tuileA[l][c] = ligne < M && ka < K ? A[ligne * K + ka] : 0.0f;
        tuileB[l][c] = kb < K && colonne < N ? B[kb * N + colonne] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            somme += tuileA[l][k] * tuileB[k][c];
        __syncthreads();
    }

    if (ligne < M && colonne < N)
        C[ligne * N + colonne] = somme;
}
