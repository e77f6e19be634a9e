#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float kachelA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float kachelB[TILE_WIDTH][TILE_WIDTH];

    const int sx = threadIdx.x, sy = threadIdx.y;
    const int zeile = blockIdx.y * TILE_WIDTH + sy;
    const int spalte = blockIdx.x * TILE_WIDTH + sx;

    float summe = 0.0f;
    const int runden = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int r = 0; r < runden; ++r) {
        const int spalteA = r * TILE_WIDTH + sx;
        const int zeileB = r * TILE_WIDTH + sy;

        // Kachel von A laden
        if (zeile < M && spalteA < K)
            kachelA[sy][sx] = A[zeile * K + spalteA];
        else
            kachelA[sy][sx] = 0.0f;

        // Kachel von B laden
        if (spalteA < K && spalte < N)
            kachelB[sy][sx] = B[zeileB * N + spalte];
        else
            kachelB[sy][sx] = 0.0f;

        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; ++i)
            summe += kachelA[sy][i] * kachelB[i][sx];

        __syncthreads();
    }

    if (zeile < M && spalte < N)
        C[zeile * N + spalte] = summe;
}
