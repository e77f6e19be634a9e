#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tuileA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tuileB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int ligne = blockIdx.y * TILE_WIDTH + ty;
    int colonne = blockIdx.x * TILE_WIDTH + tx;

    bool ligneOk = ligne < M;
    bool colonneOk = colonne < N;
    if (!ligneOk || !colonneOk) return;
    float somme = 0.0f;

    for (int debut = 0; debut < K; debut += TILE_WIDTH) {
        float va = 0.0f, vb = 0.0f;
        if (ligneOk && debut + tx < K) va = A[ligne * K + debut + tx];
        if (colonneOk && debut + ty < K) vb = B[(debut + ty) * N + colonne];
        tuileA[ty][tx] = va;
        tuileB[ty][tx] = vb;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            somme += tuileA[ty][k] * tuileB[k][tx];
        __syncthreads();
    }

    if (ligneOk && colonneOk)
        C[ligne * N + colonne] = somme;
}
