// Giulia - prodotto a piastrelle. Conto da 1 come in Fortran, tolgo 1 solo quando indicizzo.
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int i = threadIdx.y + 1;                     // riga nella piastrella, 1..TILE_WIDTH
    int j = threadIdx.x + 1;                     // colonna nella piastrella
    int riga = blockIdx.y * TILE_WIDTH + i;      // 1..M
    int colonna = blockIdx.x * TILE_WIDTH + j;   // 1..N
    int passi = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float somma = 0.0f;

    for (int p = 1; p <= passi; p++) {
        int ka = (p - 1) * TILE_WIDTH + j;
        int kb = (p - 1) * TILE_WIDTH + i;
        if (riga <= M && ka <= K)
            As[i - 1][j - 1] = A[(riga - 1) * K + ka - 1];
        else
            As[i - 1][j - 1] = 0.0f;
        if (kb <= K && colonna <= N)
            Bs[i - 1][j - 1] = B[(kb - 1) * N + colonna - 1];
        else
            Bs[i - 1][j - 1] = 0.0f;
        __syncthreads();
        for (int k = 1; k <= TILE_WIDTH; k++)
            somma = somma + As[i - 1][k - 1] * Bs[k][j - 1];
        __syncthreads();
    }
    if (riga <= M && colonna <= N)
        C[(riga - 1) * N + colonna - 1] = somma;
}
