// Mnożenie macierzy, kafelki w jednej tablicy wspólnej
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float pamiec[2 * TILE_WIDTH * TILE_WIDTH];
    float *kafelA = pamiec;
    float *kafelB = pamiec + TILE_WIDTH;

    int tx = threadIdx.x, ty = threadIdx.y;
    int wiersz  = blockIdx.y * TILE_WIDTH + ty;
    int kolumna = blockIdx.x * TILE_WIDTH + tx;
    int moje = ty * TILE_WIDTH + tx;      // mój element w kafelku

    float suma = 0.0f;
    int fazy = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int f = 0; f < fazy; f++) {
        int ka = f * TILE_WIDTH + tx;
        int kb = f * TILE_WIDTH + ty;

        kafelA[moje] = (wiersz < M && ka < K) ? A[wiersz * K + ka] : 0.0f;
        kafelB[moje] = (kb < K && kolumna < N) ? B[kb * N + kolumna] : 0.0f;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++)
            suma += kafelA[ty * TILE_WIDTH + i] * kafelB[i * TILE_WIDTH + tx];
        __syncthreads();
    }

    if (wiersz < M && kolumna < N)
        C[wiersz * N + kolumna] = suma;
}
