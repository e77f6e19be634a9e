#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Matrixprodukt mit Kacheln im Shared Memory
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float kachelA[TILE_WIDTH * TILE_WIDTH];
    __shared__ float kachelB[TILE_WIDTH * TILE_WIDTH];

    int x = threadIdx.x, y = threadIdx.y;
    int zeile  = blockIdx.y * blockDim.y + y;
    int spalte = blockIdx.x * blockDim.x + x;
    int platz  = y * TILE_WIDTH + x;

    int schritte = K / TILE_WIDTH;
    if (K % TILE_WIDTH != 0)
        schritte++;

    float summe = 0.0f;
    int s = 0;
    while (s < schritte) {
        int versatz = s * TILE_WIDTH;

        // Laden (mit Nullen am Rand)
        if (zeile < M && versatz + x < K)
            kachelA[platz] = A[zeile * K + versatz + x];
        else
            kachelA[platz] = 0.0f;

        if (versatz + y < K && spalte < N)
            kachelB[platz] = B[(versatz + y) * N + spalte];
        else
            kachelB[platz] = 0.0f;

        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            summe += kachelA[k * TILE_WIDTH + y] * kachelB[k * TILE_WIDTH + x];

        __syncthreads();
        s++;
    }

    if (zeile < M && spalte < N)
        C[zeile * N + spalte] = summe;
}
