#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tuileA[TILE_WIDTH][TILE_WIDTH], tuileB[TILE_WIDTH][TILE_WIDTH];

    int i, etape;
    int ligne = blockIdx.y * blockDim.y + threadIdx.y;
    int colonne = blockIdx.x * blockDim.x + threadIdx.x;
    int nb_etapes = (K - 1) / TILE_WIDTH + 1;
    float somme = 0.0f;

    for (etape = 0; etape < nb_etapes; etape++)
    {
        int ka = etape * TILE_WIDTH + threadIdx.x;
        int kb = etape * TILE_WIDTH + threadIdx.y;
        float a = 0.0f, b = 0.0f;

        if (ligne < M && ka < K)
            a = A[ligne * K + ka];
        if (colonne < N && kb < K)
            b = B[kb * N + colonne];

        tuileA[threadIdx.y][threadIdx.x] = a;
        tuileB[threadIdx.y][threadIdx.x] = b;
        __syncthreads();

        for (i = 0; i < TILE_WIDTH; i++);
        {
            somme += tuileA[threadIdx.y][i] * tuileB[i][threadIdx.x];
        }
        __syncthreads();
    }

    if (ligne < M && colonne < N)
        C[ligne * N + colonne] = somme;
}
