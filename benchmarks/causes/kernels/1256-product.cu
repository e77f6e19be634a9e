#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define IDX(z, s, ld) (z * (ld) + (s))
#define KACHELN(n) (((n) + TILE_WIDTH - 1) / TILE_WIDTH)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float kachelA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float kachelB[TILE_WIDTH][TILE_WIDTH];

    int spalteLokal = threadIdx.x;
    int zeileLokal = threadIdx.y;
    int zeile = blockIdx.y * TILE_WIDTH + zeileLokal;
    int spalte = blockIdx.x * TILE_WIDTH + spalteLokal;
    float summe = 0.0f;

    for (int p = 0; p < KACHELN(K); p++) {
        int versatz = p * TILE_WIDTH;

        kachelA[zeileLokal][spalteLokal] = 0.0f;
        kachelB[zeileLokal][spalteLokal] = 0.0f;
        if (zeile < M && versatz + spalteLokal < K)
            kachelA[zeileLokal][spalteLokal] = A[IDX(zeile, versatz + spalteLokal, K)];
        if (spalte < N && versatz + zeileLokal < K)
            kachelB[zeileLokal][spalteLokal] = B[IDX(versatz + zeileLokal, spalte, N)];
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++)
            summe += kachelA[zeileLokal][i] * kachelB[i][spalteLokal];
        __syncthreads();
    }

    if (zeile < M && spalte < N)
        C[IDX(zeile, spalte, N)] = summe;
}
