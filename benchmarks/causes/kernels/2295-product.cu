#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // un solo blocco di memoria condivisa per le due tessere
    __shared__ float pool[2 * TILE_WIDTH * TILE_WIDTH];
    float *As = pool;
    float *Bs = pool + TILE_WIDTH;

    int tx = threadIdx.x, ty = threadIdx.y;
    int riga = blockIdx.y * TILE_WIDTH + ty;
    int colonna = blockIdx.x * TILE_WIDTH + tx;
    int id = ty * TILE_WIDTH + tx;
    float somma = 0.0f;

    for (int inizio = 0; inizio < K; inizio += TILE_WIDTH) {
        int ka = inizio + tx;
        int kb = inizio + ty;
        As[id] = A[min(riga, M - 1) * K + min(ka, K - 1)];
        Bs[id] = B[min(kb, K - 1) * N + min(colonna, N - 1)];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            somma += As[ty * TILE_WIDTH + k] * Bs[k * TILE_WIDTH + tx];
        __syncthreads();
    }

    if (riga < M && colonna < N)
        C[riga * N + colonna] = somma;
}
