// Zadanie: mnozenie macierzy, kafelki jako tablice jednowymiarowe
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

const int BOK = TILE_WIDTH;
const int POLE = BOK * BOK;

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float kafA[POLE];
    __shared__ float kafB[POLE];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int moj = ty * BOK + tx;

    int wiersz = blockIdx.y * BOK + ty;
    int kolumna = blockIdx.x * BOK + tx;

    int ile = K / BOK;
    if (K % BOK != 0)
        ile++;

    float suma = 0.0f;

    for (int nr = 0; nr < ile; nr++) {
        int a = nr * BOK + tx;
        int b = nr * BOK + ty;

        kafA[moj] = 0.0f;
        kafB[moj] = 0.0f;
        if (wiersz < M && a < K) kafA[moj] = A[wiersz * K + a];
        if (kolumna < N && b < K) kafB[moj] = B[b * N + kolumna];
        __syncthreads();

        for (int k = 0; k < BOK; k++) {
            suma += kafA[ty * BOK + k] * kafB[k * BOK + ty];
        }
        __syncthreads();
    }

    if (wiersz < M && kolumna < N) {
        C[wiersz * N + kolumna] = suma;
    }
}
