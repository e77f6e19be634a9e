#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Double tampon : on ecrit dans l'un pendant que les autres lisent encore dans l'autre,
// donc une seule barriere par phase suffit.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[2][TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int ligne = blockIdx.y * TILE_WIDTH + ty;
    int colonne = blockIdx.x * TILE_WIDTH + tx;
    float somme = 0.0f;
    int nb = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int p = 0; p < nb; ++p) {
        int cur = (p / 2) % 2;
        int ka = p * TILE_WIDTH + tx;
        int kb = p * TILE_WIDTH + ty;

        As[cur][ty][tx] = (ligne < M && ka < K) ? A[ligne * K + ka] : 0.0f;
        Bs[cur][ty][tx] = (kb < K && colonne < N) ? B[kb * N + colonne] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            somme += As[cur][ty][k] * Bs[cur][k][tx];
    }

    if (ligne < M && colonne < N)
        C[ligne * N + colonne] = somme;
}
