// Abgabe: gekachelte Matrixmultiplikation
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
    int start = 0;

    while (start + TILE_WIDTH <= K) {
        // Kacheln laden
        if (zeile < M && start + x < K)
            kachelA[y][x] = A[zeile * K + start + x];
        else
            kachelA[y][x] = 0.0f;

        if (start + y < K && spalte < N)
            kachelB[y][x] = B[(start + y) * N + spalte];
        else
            kachelB[y][x] = 0.0f;

        __syncthreads();

        // Teilprodukt
        for (int i = 0; i < TILE_WIDTH; ++i)
            summe += kachelA[y][i] * kachelB[i][x];

        __syncthreads();
        start += TILE_WIDTH;
    }

    if (zeile < M && spalte < N)
        C[zeile * N + spalte] = summe;
}
