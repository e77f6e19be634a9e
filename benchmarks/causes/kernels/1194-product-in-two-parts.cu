#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Part 1
__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int riga = blockIdx.y * blockDim.y + threadIdx.y;
    int colonna = blockIdx.x * blockDim.x + threadIdx.x;
    if (riga >= M && colonna >= N) return;

    float somma = 0;
    for (int k = 0; k < K; ++k)
        somma += A[riga * K + k] * B[k * N + colonna];
    C[riga * N + colonna] = somma;
}

// Part 2
__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float pezzoA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float pezzoB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int riga = blockIdx.y * TILE_WIDTH + ty;
    int colonna = blockIdx.x * TILE_WIDTH + tx;
    float somma = 0;

    for (int inizio = 0; inizio < K; inizio += TILE_WIDTH) {
        int ka = inizio + tx;
        int kb = inizio + ty;
        pezzoA[ty][tx] = (riga < M && ka < K) ? A[riga * K + ka] : 0.0f;
        pezzoB[ty][tx] = (kb < K && colonna < N) ? B[kb * N + colonna] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            somma += pezzoA[ty][k] * pezzoB[tx][k];
        __syncthreads();
    }

    if (riga < M && colonna < N)
        C[riga * N + colonna] = somma;
}
