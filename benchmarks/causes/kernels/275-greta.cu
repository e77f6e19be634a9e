#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float teilA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float teilB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int zeile = blockIdx.y * TILE_WIDTH + ty;
    int spalte = blockIdx.x * TILE_WIDTH + tx;

    // Aufrunden, falls K kein Vielfaches ist
    int anzahlPhasen = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float ergebnis = 0.0f;

    for (int phase = 0; phase < anzahlPhase; phase++) {
        int kA = phase * TILE_WIDTH + tx;
        int kB = phase * TILE_WIDTH + ty;
        teilA[ty][tx] = (zeile < M && kA < K) ? A[zeile * K + kA] : 0.0f;
        teilB[ty][tx] = (kB < K && spalte < N) ? B[kB * N + spalte] : 0.0f;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++)
            ergebnis += teilA[ty][i] * teilB[i][tx];
        __syncthreads();
    }

    if (zeile < M && spalte < N)
        C[zeile * N + spalte] = ergebnis;
}
