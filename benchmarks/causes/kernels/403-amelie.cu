#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// TP3 - produit par tuiles
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tuileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tuileB[TILE_WIDTH][TILE_WIDTH];
    const int j = threadIdx.x, i = threadIdx.y;
    const int lig = blockIdx.y * TILE_WIDTH + i;
    const int col = blockIdx.x * TILE_WIDTH + j;

    // nombre d'étapes : une de plus s'il reste des colonnes
    int etapes = K / TILE_WIDTH;
    if (K % TILE_WIDTH > 1)
        etapes++;

    float acc = 0.f;
    for (int e = 0; e < etapes; e++) {
        int ka = e * TILE_WIDTH + j, kb = e * TILE_WIDTH + i;
        tuileA[i][j] = (lig < M && ka < K) ? A[lig * K + ka] : 0.f;
        tuileB[i][j] = (kb < K && col < N) ? B[kb * N + col] : 0.f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            acc += tuileA[i][k] * tuileB[k][j];
        __syncthreads();
    }
    if (lig < M && col < N)
        C[lig * N + col] = acc;
}
