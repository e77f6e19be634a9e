#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Legge un elemento, zero se siamo fuori dalla matrice
inline float leggi(const float *m, int righe, int colonne, int r, int c)
{
    return (r < righe && c < colonne) ? m[r * colonne + c] : 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float piastrA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float piastrB[TILE_WIDTH][TILE_WIDTH];

    int riga = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int colonna = blockIdx.x * TILE_WIDTH + threadIdx.x;
    int passi = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float somma = 0.0f;

    for (int p = 0; p < passi; p++) {
        piastrA[threadIdx.y][threadIdx.x] = leggi(A, M, K, riga, p * TILE_WIDTH + threadIdx.x);
        piastrB[threadIdx.y][threadIdx.x] = leggi(B, K, N, p * TILE_WIDTH + threadIdx.y, colonna);
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            somma += piastrA[threadIdx.y][k] * piastrB[k][threadIdx.x];
        __syncthreads();
    }

    if (riga < M && colonna < N)
        C[riga * N + colonna] = somma;
}
