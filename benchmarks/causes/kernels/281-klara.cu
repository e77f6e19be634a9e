#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float cacheA[TILE_WIDTH][TILE_WIDTH];
    __shared__ int cacheB[TILE_WIDTH][TILE_WIDTH];

    int s = threadIdx.x;                      // Spalte in der Kachel
    int z = threadIdx.y;                      // Zeile in der Kachel
    int Z = z + TILE_WIDTH * blockIdx.y;
    int S = s + TILE_WIDTH * blockIdx.x;
    float summe = 0.0f;

    for (int kachel = 0; kachel <= (K - 1) / TILE_WIDTH; ++kachel)
    {
        int ak = kachel * TILE_WIDTH + s, bk = kachel * TILE_WIDTH + z;

        if (Z < M && ak < K) { cacheA[z][s] = A[Z * K + ak]; }
        else                 { cacheA[z][s] = 0.0f; }

        if (bk < K && S < N) { cacheB[z][s] = B[bk * N + S]; }
        else                 { cacheB[z][s] = 0.0f; }
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) { summe += cacheA[z][k] * cacheB[k][s]; }
        __syncthreads();
    }

    if (Z < M && S < N) { C[Z * N + S] = summe; }
}
