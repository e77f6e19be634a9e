#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float subA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float subB[TILE_WIDTH][TILE_WIDTH];

    // Zeile und Spalte
    int zeile = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int spalte = blockIdx.x * TILE_WIDTH + threadIdx.x;
    int ty = threadIdx.y;
    int tx = threadIdx.x;

    float summe = 0.0f;
    int anzahl = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int i = 0; i < anzahl; i++) {
        int k_a = i * TILE_WIDTH + tx;
        int k_b = i * TILE_WIDTH + ty;

        // Kacheln laden
        if (zeile < M && k_a < K) subA[ty][tx] = A[zeile * K + k_a];
        else subA[ty][tx] = 0.0f;
        if (k_b < K && spalte < N) subB[ty][tx] = B[k_b * N + spalte];
        else subB[ty][tx] = 0.0f;
        __syncthreads();

        // Produkte addieren
        for (int j = 0; j <= TILE_WIDTH; j++)
            summe += subA[ty][j] * subB[j][tx];
        __syncthreads();
    }

    // Ergebnis speichern
    if (zeile < M && spalte <= N)
        C[zeile * N + spalte] = summe;
}
