// Esercitazione 2 - prodotto di matrici a blocchi
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float pezzoA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float pezzoB[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int riga    = TILE_WIDTH * blockIdx.y + ty;
    const int colonna = TILE_WIDTH * blockIdx.x + tx;

    float somma = 0.0f;
    int base = 0;

    while (base < K) {
        somma = 0.0f;

        // carico i due pezzi
        float a = 0.0f, b = 0.0f;
        if (riga < M && base + tx < K)
            a = A[riga * K + base + tx];
        if (base + ty < K && colonna < K)
            b = B[(base + ty) * N + colonna];
        pezzoA[ty][tx] = a;
        pezzoB[ty][tx] = b;
        __syncthreads();

        // prodotto scalare
        int k = 0;
        while (k < TILE_WIDTH) {
            somma += pezzoA[ty][k] * pezzoB[k][tx];
            k++;
        }
        __syncthreads();

        base += TILE_WIDTH;
    }

    if (riga < M && colonna < N)
        C[riga * N + colonna] = somma;
}
