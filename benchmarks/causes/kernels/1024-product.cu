#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float kafelA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float kafelB[TILE_WIDTH][TILE_WIDTH];

    int wiersz = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int kolumna = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float suma = 0.0f;
    int krok = 0;

    do {
        int poczatek = krok * TILE_WIDTH;
        int ka = poczatek + threadIdx.x;
        int kb = poczatek + threadIdx.y;

        kafelA[threadIdx.y][threadIdx.x] = (wiersz < M && ka < K) ? A[wiersz * K + ka] : 0.0f;
        kafelB[threadIdx.y][threadIdx.x] = (kb < K && kolumna < N) ? B[kb * N + kolumna] : 0.0f;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; ++i)
            suma += kafelA[threadIdx.y][i] * kafelB[i][threadIdx.x];
        __syncthreads();

        krok++;
    } while (poczatek + TILE_WIDTH < K);

    if (wiersz < M && kolumna < N)
        C[wiersz * N + kolumna] = suma;
}
