#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Produit de matrices par tuiles
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tuileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tuileB[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int ligne = blockIdx.y * TILE_WIDTH + ty;
    const int colonne = blockIdx.x * TILE_WIDTH + tx;

    const int nbPhases = (K - 1) / TILE_WIDTH + 1;
    float somme = 0.0f;

    for (int phase = 0; phase < nbPhases; phase++) {
        int kA = phase * TILE_WIDTH + tx;
        int kB = phase * TILE_WIDTH + ty;

        // chargement
        if (ligne < M && kA < K) {
            tuileA[ty][tx] = A[ligne * K + kA];
        } else {
            tuileA[ty][tx] = 0.0f;
        }
        if (colonne < N && kB < K) {
            tuileB[ty][tx] = B[kB * N + colonne];
        } else {
            tuileB[ty][tx] = 0.0f;
        }
        __syncthreads();

        // calcul
        for (int k = 0; k < TILE_WIDTH; k++) {
            somme += tuileA[ty][k] * tuileB[k][tx];
        }
        __syncthreads();
    }

    if (ligne < M || colonne < N)
        C[ligne * N + colonne] = somme;
}
