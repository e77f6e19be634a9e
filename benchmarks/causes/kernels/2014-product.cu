// Produit de matrices par tuiles
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tuileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tuileB[TILE_WIDTH][TILE_WIDTH];

    int lig = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int col = blockIdx.x * TILE_WIDTH + threadIdx.x;

    // le thread possède-t-il une case de C ?
    bool dedans = lig < M && col < N;
    if (!dedans) return;

    float somme = 0.0f;
    int nb = (K - 1) / TILE_WIDTH + 1;

    for (int n = 0; n < nb; n++) {
        int ka = n * TILE_WIDTH + threadIdx.x;
        int kb = n * TILE_WIDTH + threadIdx.y;

        // charger les tuiles, 0 hors des matrices
        tuileA[threadIdx.y][threadIdx.x] = (lig < M && ka < K) ? A[lig * K + ka] : 0.0f;
        tuileB[threadIdx.y][threadIdx.x] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            somme += tuileA[threadIdx.y][k] * tuileB[k][threadIdx.x];
        __syncthreads();
    }

    // écrire le résultat
    if (dedans) C[lig * N + col] = somme;
}
