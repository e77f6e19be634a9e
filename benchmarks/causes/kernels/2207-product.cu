// Übung 4: Matrixprodukt mit Kacheln im Shared Memory
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float kachelA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float kachelB[TILE_WIDTH][TILE_WIDTH];

    int sx = threadIdx.x;
    int sy = threadIdx.y;
    int zeile = blockIdx.y * blockDim.y + sy;
    int spalte = blockIdx.x * blockDim.x + sx;

    float summe = 0.0f;
    int anzahl = (K - 1) / TILE_WIDTH + 1;

    for (int phase = 0; phase < anzahl; ++phase)
    {
        int versatz = phase * TILE_WIDTH;

        // Kachel von A
        if (zeile < M && versatz + sx < K) {
            kachelA[sy][sx] = A[zeile * K + versatz + sx];
        } else {
            kachelA[sy][sx] = 0.0f;
        }

        // Kachel von B
        if (versatz + sy < K && spalte < N) {
            kachelB[sy][sx] = B[(versatz + sy) * N + spalte];
        } else {
            kachelB[sy][sx] = 0.0f;
        }

        __syncthreads();

        for (int k = 0; k < 16; ++k)
        {
            summe += kachelA[sy][k] * kachelB[k][sx];
        }

        __syncthreads();
    }

    if (zeile < M && spalte < N)
    {
        C[zeile * N + spalte] = summe;
    }
}
