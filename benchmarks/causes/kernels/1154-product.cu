// Multiplication de matrices par tuiles
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tuileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tuileB[TILE_WIDTH][TILE_WIDTH];

    int cx = threadIdx.x;
    int cy = threadIdx.y;
    int ligne   = blockIdx.y * TILE_WIDTH + cy;
    int colonne = blockIdx.x * TILE_WIDTH + cx;

    float somme = 0.0f;
    int nbPhases = K / TILE_WIDTH;
    if (K % TILE_WIDTH != 0)
        nbPhases++;

    // remise à zéro des tuiles
    tuileA[cy][cx] = 0.0f;
    tuileB[cy][cx] = 0.0f;

    for (int phase = 0; phase < nbPhases; phase++) {
        int decalage = phase * TILE_WIDTH;

        if (ligne < M && decalage + cx < K) {
            tuileA[cy][cx] = A[ligne * K + decalage + cx];
        }
        if (decalage + cy < K && colonne < N) {
            tuileB[cy][cx] = B[(decalage + cy) * N + colonne];
        }
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++) {
            somme += tuileA[cy][k] * tuileB[k][cx];
        }
        __syncthreads();
    }

    if (ligne < M && colonne < N) {
        C[ligne * N + colonne] = somme;
    }
}
