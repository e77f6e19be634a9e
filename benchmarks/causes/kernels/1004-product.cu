#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// TP CUDA : produit de matrices par tuiles

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tuileA[TILE_WIDTH * TILE_WIDTH];
    __shared__ float tuileB[TILE_WIDTH * TILE_WIDTH];

    int ligne   = blockIdx.y * blockDim.y + threadIdx.y;
    int colonne = blockIdx.x * blockDim.x + threadIdx.x;
    int local   = threadIdx.y * TILE_WIDTH + threadIdx.x;

    float resultat = 0.0f;
    int debut = 0;
    while (debut < K) {
        int ka = debut + threadIdx.x;
        int kb = debut + threadIdx.y;

        if (ligne < M && ka < K)
            tuileA[local] = A[ligne * K + ka];
        else
            tuileA[local] = 0.0f;

        if (kb < K && colonne < N)
            tuileB[local] = B[kb * N + colonne];
        else
            tuileB[local] = 0.0f;

        // toutes les valeurs doivent etre visibles
        __syncthreads();

        for (int j = 0; j < TILE_WIDTH; j++) {
            resultat += tuileA[threadIdx.y * TILE_WIDTH + j]
                      * tuileB[j * TILE_WIDTH + threadIdx.x];
        }

        // avant de passer a la tuile suivante
        __threadfence_block();
        debut += TILE_WIDTH;
    }

    if (ligne * N + colonne < M * N)
        C[ligne * N + colonne] = resultat;
}
