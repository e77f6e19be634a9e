#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
#define KACHEL 16

// Matrixmultiplikation mit Kacheln im gemeinsamen Speicher
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float kachelA[KACHEL][KACHEL];
    __shared__ float kachelB[KACHEL][KACHEL];

    int spalteLokal = threadIdx.x;
    int zeileLokal = threadIdx.y;
    int zeile = blockIdx.y * KACHEL + zeileLokal;
    int spalte = blockIdx.x * KACHEL + spalteLokal;

    float summe = 0.0f;
    int anzahl = (K + KACHEL - 1) / KACHEL;

    for (int kachel = 0; kachel < anzahl; kachel++)
    {
        int spalteA = kachel * KACHEL + spalteLokal;
        int zeileB = kachel * KACHEL + zeileLokal;

        kachelA[zeileLokal][spalteLokal] = 0.0f;
        if (zeile < M && spalteA < K)
            kachelA[zeileLokal][spalteLokal] = A[zeile * K + spalteA];

        kachelB[zeileLokal][spalteLokal] = 0.0f;
        if (zeileB < K && spalte < N)
            kachelB[zeileLokal][spalteLokal] = B[zeileB * N + spalte];

        __syncthreads();  // alle Werte sind geladen

        for (int i = 0; i < KACHEL; i++)
            summe += kachelA[zeileLokal][i] * kachelB[i][spalteLokal];

        __syncthreads();  // alle sind fertig
    }

    if (zeile < M && spalte < N)
        C[zeile * N + spalte] = summe;
}
