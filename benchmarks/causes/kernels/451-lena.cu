// Loesung von Lena: ich laufe mit zwei Zeigern durch A und B.
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float kachelA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float kachelB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int zeile = blockIdx.y * TILE_WIDTH + ty;
    int spalte = blockIdx.x * TILE_WIDTH + tx;

    /* hier liegt das Element, das der Thread als naechstes laedt */
    const float *zeigerA = A + zeile * K + tx;
    const float *zeigerB = B + ty * N + spalte;
    int rest = K;               /* so viele Spalten von A bleiben noch */
    float summe = 0.0f;

    while (rest > 0) {
        kachelA[ty][tx] = (zeile < M && tx < rest) ? *zeigerA : 0.0f;
        rest -= TILE_WIDTH;
        kachelB[ty][tx] = (ty < rest && spalte < N) ? *zeigerB : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            summe += kachelA[ty][k] * kachelB[k][tx];
        __syncthreads();

        zeigerA += TILE_WIDTH;
        zeigerB += TILE_WIDTH * N;
    }

    if (zeile < M && spalte < N)
        C[zeile * N + spalte] = summe;
}
