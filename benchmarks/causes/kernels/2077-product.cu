#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float blocA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float blocB[TILE_WIDTH][TILE_WIDTH];

    // indices locaux
    int j = threadIdx.x;
    int i = threadIdx.y;

    // indices globaux
    int ligne = blockIdx.x * TILE_WIDTH + i;
    int colonne = blockIdx.x * TILE_WIDTH + j;

    float somme = 0.0f;

    for (int debut = 0; debut < K; debut += TILE_WIDTH) {
        blocA[i][j] = 0.0f;

        if (ligne < M && debut + j < K)
            blocA[i][j] = A[ligne * K + debut + j];

        if (debut + i < K && colonne < N)
            blocB[i][j] = B[(debut + i) * N + colonne];

        __syncthreads();

        for (int m = 0; m < TILE_WIDTH; ++m)
            somme += blocA[i][m] * blocB[m][j];

        __syncthreads();
    }

    if (ligne < M && colonne < N)
        C[ligne * N + colonne] = somme;
}
