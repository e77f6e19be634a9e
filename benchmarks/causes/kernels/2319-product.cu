#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Produit de matrices par tuiles
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tuileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tuileB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int ligne = blockIdx.y * TILE_WIDTH + ty;
    int colonne = blockIdx.x * TILE_WIDTH + tx;

    int nbPhases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float somme = 0.0f;

    for (int phase = 0; phase < nbPhases; phase++) {
        int debut = phase * TILE_WIDTH;

        // chargement de A
        if (ligne < M && debut + tx < K)
            tuileA[ty][tx] = A[ligne * K + debut + tx];
        else
            tuileA[ty][tx] = 0.0f;

        // chargement de B
        if (debut + ty < K && colonne < N)
            tuileB[ty][tx] = B[(debut + ty) * N + colonne];
        else
            tuileB[ty][tx] = 0.0f;
        __syncthreads();

        for (int k = 0; k < K; k++)
            somme += tuileA[ty][k] * tuileB[k][tx];
        __syncthreads();
    }

    if (ligne < M && colonne < N)
        C[ligne * N + colonne] += somme;
}
