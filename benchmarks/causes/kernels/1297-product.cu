#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define WCZYTAJ(rej, zrodlo, w, k, szer) poz = (w) * (szer) + (k); rej = (zrodlo)[poz]

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float plytkaA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float plytkaB[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int wiersz = blockIdx.y * TILE_WIDTH + ty;
    const int kolumna = blockIdx.x * TILE_WIDTH + tx;

    int poz = 0;
    float wynik = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        float va = 0.0f, vb = 0.0f;

        if (wiersz < M && k0 + tx < K)
            WCZYTAJ(va, A, wiersz, k0 + tx, K);
        if (k0 + ty < K && kolumna < N)
            WCZYTAJ(vb, B, k0 + ty, kolumna, N);

        plytkaA[ty][tx] = va;
        plytkaB[ty][tx] = vb;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; ++i)
            wynik += plytkaA[ty][i] * plytkaB[i][tx];
        __syncthreads();
    }

    if (wiersz < M && kolumna < N)
        C[wiersz * N + kolumna] = wynik;
}
