#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// versione con puntatori
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float sB[TILE_WIDTH][TILE_WIDTH];

    int riga = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int colonna = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float somma = 0.0f;

    const float *rigaA = A + riga * K;
    float *colonnaB = B + colonna;

    for (int inizio = 0; inizio < K; inizio += TILE_WIDTH) {
        int ka = inizio + threadIdx.x;
        int kb = inizio + threadIdx.y;

        sA[threadIdx.y][threadIdx.x] = (riga < M && ka < K) ? rigaA[ka] : 0.0f;
        sB[threadIdx.y][threadIdx.x] = (colonna < N && kb < K) ? colonnaB[kb * N] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            somma += sA[threadIdx.y][k] * sB[k][threadIdx.x];
        __syncthreads();
    }

    if (riga < M && colonna < N)
        C[riga * N + colonna] = somma;
}
