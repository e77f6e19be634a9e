// Esercizio: prodotto di matrici a tasselli
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// legge m[r][c], oppure 0 se la posizione non esiste
static float leggi(const float *m, int r, int c, int righe, int colonne)
{
    if (r < righe && c < colonne)
        return m[r * colonne + c];
    return 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tassA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tassB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int riga    = blockIdx.y * TILE_WIDTH + ty;
    int colonna = blockIdx.x * TILE_WIDTH + tx;

    float somma = 0.0f;
    int fasi = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int f = 0; f < fasi; f++) {
        tassA[ty][tx] = leggi(A, riga, f * TILE_WIDTH + tx, M, K);
        tassB[ty][tx] = leggi(B, f * TILE_WIDTH + ty, colonna, K, N);
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            somma += tassA[ty][k] * tassB[k][tx];
        __syncthreads();
    }

    if (riga < M && colonna < N)
        C[riga * N + colonna] = somma;
}
