#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Una "vista" di una matrice: fuori dai bordi vale zero
struct Vista {
    const float *dati;
    int righe, colonne;
    __device__ float leggi(int r, int c) const
    {
        return (r < righe && c < colonne) ? dati[r * colonne + c] : 0.0f;
    }
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    Vista a = {A, M, K};
    Vista b = {B, N, K};

    int riga = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int colonna = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float somma = 0.0f;

    for (int base = 0; base < K; base += TILE_WIDTH) {
        As[threadIdx.y][threadIdx.x] = a.leggi(riga, base + threadIdx.x);
        Bs[threadIdx.y][threadIdx.x] = b.leggi(base + threadIdx.y, colonna);
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            somma += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        __syncthreads();
    }

    if (riga < M && colonna < N)
        C[riga * N + colonna] = somma;
}
