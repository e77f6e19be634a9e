#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif


#define RIGHE_A M
#define COLONNE_B N

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float b[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int riga = blockIdx.y * TILE_WIDTH + ty, colonna = blockIdx.x * TILE_WIDTH + tx;
    int fasi = (K + TILE_WIDTH - 1) / TILE_WIDTH, fase;
    int somma = 0;

    for (fase = 0; fase < fasi; fase++) {
        int k1 = fase * TILE_WIDTH + tx, k2 = fase * TILE_WIDTH + ty;
        a[ty][tx] = riga < RIGHE_A && k1 < K ? A[riga * K + k1] : 0;
        b[ty][tx] = k2 < K && colonna < COLONNE_B ? B[k2 * N + colonna] : 0;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            somma += a[ty][k] * b[k][tx];
        __syncthreads();
    }

    if (riga < RIGHE_A && colonna < COLONNE_B)
        C[riga * N + colonna] = somma;
}
