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

    // Zeiger auf das Element, das dieser Thread als naechstes laedt
    const float *a = A + zeile * K + x;
    const float *b = B + y * N + spalte;

    float summe = 0.f;
    for (int rest = K; rest > 0; rest -= TILE_WIDTH)
    {
        kachelA[y][x] = (zeile < M && x < rest) ? *a : 0.f;
        kachelB[y][x] = (y < rest && spalte < N) ? *b : 0.f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            summe += kachelA[y][k] * kachelB[k][x];
        __syncthreads();

        a += TILE_WIDTH;
        b += TILE_WIDTH * K;
    }

    if (zeile < M && spalte < N)
        C[zeile * N + spalte] = summe;
}
