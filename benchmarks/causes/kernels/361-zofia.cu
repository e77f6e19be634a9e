// Zadanie: iloczyn macierzy z kafelkami
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int wiersz = blockIdx.y * TILE_WIDTH + ty;
    int kolumna = blockIdx.x * TILE_WIDTH + tx;

    float wynik = 0.0f;
    int ile_faz = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int f = 0; f < ile_faz; ++f) {
        int a_kol = f * TILE_WIDTH + tx;
        int b_wiersz = f * TILE_WIDTH + ty;

        As[ty][tx] = 0.0f;
        Bs[ty][tx] = 0.0f;
        if (wiersz < M && a_kol < K)
            As[ty][tx] = A[wiersz * K + a_kol];
        if (b_wiersz < K && kolumna < N)
            Bs[ty][tx] = B[b_wiersz * N + kolumna];
        __syncthreads();

        // w ostatniej fazie kafelek nie jest pełny
        int ile = min(TILE_WIDTH, K % TILE_WIDTH);
        for (int k = 0; k < ile; ++k)
            wynik += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (wiersz < M && kolumna < N)
        C[wiersz * N + kolumna] = wynik;
}
