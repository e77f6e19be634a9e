#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Tile {
    float v[TILE_WIDTH][TILE_WIDTH];
};

__device__ float produkt(const Tile &a, const Tile &b, int i, int j)
{
    float s = 0.0f;
    for (int k = 0; k < TILE_WIDTH; k++)
        s += a.v[i][k] * b.v[k][j];
    return s;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Tile kachelA;
    __shared__ Tile kachelB;

    int i = threadIdx.y, j = threadIdx.x;
    int zeile  = blockIdx.y * TILE_WIDTH + i;
    int spalte = blockIdx.x * TILE_WIDTH + j;
    float summe = 0.0f;

    for (int start = 0; start < K; start += TILE_WIDTH) {
        // Kacheln laden, am Rand mit Nullen auffuellen
        kachelA.v[i][j] = 0.0f;
        kachelB.v[i][j] = 0.0f;
        if (zeile < M && start + j < K)
            kachelA.v[i][j] = A[zeile * K + start + j];
        if (start + i < K && spalte < N)
            kachelB.v[i][j] = B[(start + i) * K + spalte];
        __syncthreads();

        summe += produkt(kachelA, kachelB, i, j);
        __syncthreads();
    }

    if (zeile < M && spalte < N)
        C[zeile * N + spalte] = summe;
}
