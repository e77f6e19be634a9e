/* Prodotto di matrici a blocchi */
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float bloccoA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float bloccoBt[TILE_WIDTH][TILE_WIDTH + 1];   /* trasposto: [colonna][riga] */

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int riga = blockIdx.y * TILE_WIDTH + ty;
    int colonna = blockIdx.x * TILE_WIDTH + tx;
    float somma = 0.0f;
    int inizio = 0;

    do {
        int ka = inizio + tx;
        int kb = inizio + ty;

        if (riga < M && ka < N)
            bloccoA[ty][tx] = A[riga * K + ka];
        else
            bloccoA[ty][tx] = 0.0f;

        if (kb < K && colonna < N)
            bloccoBt[tx][ty] = B[kb * N + colonna];
        else
            bloccoBt[tx][ty] = 0.0f;

        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            somma += bloccoA[ty][k] * bloccoBt[k][tx];

        __syncthreads();
        inizio += TILE_WIDTH;
    } while (inizio < K);

    if (riga < M && colonna < N)
        C[riga * N + colonna] = somma;
}
