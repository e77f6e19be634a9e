#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Produit matriciel par tuiles
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sa[TILE_WIDTH * TILE_WIDTH], sb[TILE_WIDTH * TILE_WIDTH];

    int lig = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int colonne = blockIdx.x * TILE_WIDTH + threadIdx.x;
    int moi = threadIdx.y * TILE_WIDTH + threadIdx.x;   // indice a plat dans la tuile

    float somme = 0.f;
    int debut = 0;
    while (debut < K) {
        // chargement
        int ca = debut + threadIdx.x;
        int lb = debut + threadIdx.y;
        sa[moi] = 0.f;
        sb[moi] = 0.f;
        if (lig < M && ca < K)
            sa[moi] = A[lig * K + ca];
        if (lb < K && colonne < N)
            sb[moi] = B[lb * N + colonne];
        __syncthreads();

        // produit partiel
        const float *pa = sa + threadIdx.y * TILE_WIDTH;
        const float *pb = sb + threadIdx.x;
        for (int k = 0; k < TILE_WIDTH; ++k) {
            somme += *pa * *pb;
            pa++;
            pb += TILE_WIDTH;
        }
        debut += TILE_WIDTH;
    }

    if (lig < M && colonne < N)
        C[lig * N + colonne] = somme;
}
