#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Deux jeux de tuiles => une seule barrière par phase
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float A0[TILE_WIDTH][TILE_WIDTH], A1[TILE_WIDTH][TILE_WIDTH];
    __shared__ float B0[TILE_WIDTH][TILE_WIDTH], B1[TILE_WIDTH][TILE_WIDTH];

    int x = threadIdx.x, y = threadIdx.y;
    int lig = blockIdx.y * TILE_WIDTH + y, col = blockIdx.x * TILE_WIDTH + x;
    int nb = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float somme = 0.0f;

    for (int p = 0; p < nb; p++) {
        // phases paires : le premier jeu, impaires : le second
        bool paire = p & 1 == 0;
        float (*Ta)[TILE_WIDTH] = paire ? A0 : A1;
        float (*Tb)[TILE_WIDTH] = paire ? B0 : B1;

        int k1 = p * TILE_WIDTH + x;
        int k2 = p * TILE_WIDTH + y;
        Ta[y][x] = lig < M && k1 < K ? A[lig * K + k1] : 0.0f;
        Tb[y][x] = k2 < K && col < N ? B[k2 * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            somme += Ta[y][k] * Tb[k][x];
    }

    if (lig < M && col < N)
        C[lig * N + col] = somme;
}
