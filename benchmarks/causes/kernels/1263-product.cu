#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__device__ __forceinline__ float pobierz(const float *m, int wiersz, int kolumna, int wysokosc, int szerokosc)
{
    if (wiersz >= wysokosc || kolumna >= szerokosc)
        return 0.0f;
    return m[wiersz * szerokosc + kolumna];
}

__device__ __forceinline__ void dodaj(float (*a)[TILE_WIDTH], float (*b)[TILE_WIDTH], float wynik)
{
    for (int i = 0; i < TILE_WIDTH; ++i)
        wynik += a[threadIdx.y][i] * b[i][threadIdx.x];
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float kafelA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float kafelB[TILE_WIDTH][TILE_WIDTH];

    int x = threadIdx.x;
    int y = threadIdx.y;
    int wiersz = blockIdx.y * TILE_WIDTH + y;
    int kolumna = blockIdx.x * TILE_WIDTH + x;
    float wynik = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        kafelA[y][x] = pobierz(A, wiersz, k0 + x, M, K);
        kafelB[y][x] = pobierz(B, k0 + y, kolumna, K, N);
        __syncthreads();
        dodaj(kafelA, kafelB, wynik);
        __syncthreads();
    }

    if (wiersz < M && kolumna < N)
        C[wiersz * N + kolumna] = wynik;
}
