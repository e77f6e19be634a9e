#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif


__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float kachelA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float kachelB[TILE_WIDTH][TILE_WIDTH];

    int x = threadIdx.x, y = threadIdx.y;
    int zeile  = blockIdx.y * TILE_WIDTH + y;
    int spalte = blockIdx.x * TILE_WIDTH + x;
    int phasen = K / TILE_WIDTH;
    float summe = 0.0f;

    for (int phase = 0; phase < phasen; phase++) {
        int ka = phase * TILE_WIDTH + x;   // Spalte in A
        int kb = phase * TILE_WIDTH + y;   // Zeile in B

        if (zeile < M && ka < K) kachelA[y][x] = A[zeile * K + ka];
        else                     kachelA[y][x] = 0.0f;
        if (kb < K && spalte < N) kachelB[y][x] = B[kb * N + spalte];
        else                      kachelB[y][x] = 0.0f;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++)
            summe += kachelA[y][i] * kachelB[i][x];
        __syncthreads();
    }

    if (zeile < M && spalte < N)
        C[zeile * N + spalte] = summe;
}
