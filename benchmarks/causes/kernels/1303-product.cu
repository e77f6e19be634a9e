#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float sB[2][TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int riga = blockIdx.y * TILE_WIDTH + ty;
    const int colonna = blockIdx.x * TILE_WIDTH + tx;
    const int fasi = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    auto carica = [&](int quale, int fase) {
        const int ka = fase * TILE_WIDTH + tx;
        const int kb = fase * TILE_WIDTH + ty;
        sA[quale][ty][tx] = (riga < M && ka < K) ? A[riga * K + ka] : 0.0f;
        sB[quale][ty][tx] = (kb < K && colonna < N) ? B[kb * N + colonna] : 0.0f;
    };

    float somma = 0.0f;
    int corr = 0;

    carica(corr, 0);
    __syncthreads();

    for (int f = 0; f < fasi; ++f) {
        if (f + 1 < fasi)
            carica(corr ^ 1, f + 1);

        for (int k = 0; k < TILE_WIDTH; ++k)
            somma += sA[corr][ty][k] * sB[corr][k][tx];

        __syncthreads();
        corr = ~corr;
    }

    if (riga < M && colonna < N)
        C[riga * N + colonna] = somma;
}
