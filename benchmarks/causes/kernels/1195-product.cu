// Abgabe Blatt 5: Matrixmultiplikation mit Kacheln
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float kachelA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float kachelB[TILE_WIDTH][TILE_WIDTH];

    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int zeile  = blockIdx.y * TILE_WIDTH + y;
    const int spalte = blockIdx.x * TILE_WIDTH + x;

    float summe = 0.0f;
    const int anzahl = (K + TILE_WIDTH - 1) / TILE_WIDTH;   // aufrunden

    for (int t = 0; t < anzahl; ++t) {
        const int spalteA = t * TILE_WIDTH + x;
        const int zeileB  = t * TILE_WIDTH + y;

        kachelA[y][x] = (zeile < M && spalteA < K) ? A[zeile * K + spalteA] : 0.0f;
        kachelB[y][x] = (zeileB < K && spalte < N) ? B[zeileB * N + spalte] : 0.0f;
        __syncthreads();   // alle haben geladen

        for (int j = 0; j < TILE_WIDTH; ++j)
            summe += kachelA[y][j] * kachelB[j][x];
    }

    if (zeile < M && spalte < N)
        C[zeile * N + spalte] = summe;
}
