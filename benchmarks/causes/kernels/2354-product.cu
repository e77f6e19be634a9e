#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float kachelA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float kachelB[TILE_WIDTH][TILE_WIDTH];

    int zeile  = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int spalte = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float summe;

    // ueber alle Kacheln entlang K
    int k0 = 0;
    do {
        int sA = k0 + threadIdx.x;
        int zB = k0 + threadIdx.y;

        kachelA[threadIdx.y][threadIdx.x] = zeile < M && sA < K ? A[zeile * K + sA] : 0.0f;
        kachelB[threadIdx.y][threadIdx.x] = zB < K && spalte < N ? B[zB * N + spalte] : 0.0f;
        __syncthreads();

        summe = 0.0f;
        for (int k = 0; k < TILE_WIDTH; k += 2) {
            summe += kachelA[threadIdx.y][k] * kachelB[k][threadIdx.x];
            summe += kachelA[threadIdx.y][k + 1] * kachelB[k + 1][threadIdx.x];
        }
        __syncthreads();

        k0 += TILE_WIDTH;
    } while (k0 < K);

    if (zeile < M && spalte < N)
        C[zeile * N + spalte] = summe;
}
