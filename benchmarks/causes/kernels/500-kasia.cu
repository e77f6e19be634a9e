#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// mnozenie macierzy z kafelkami
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float kafA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float kafB[TILE_WIDTH][TILE_WIDTH];

    int x = threadIdx.x;
    int y = threadIdx.y;
    int wiersz = blockIdx.y * TILE_WIDTH + y;
    int kolumna = blockIdx.x * TILE_WIDTH + x;

    float suma = 0.0f;

    // ile faz? zaokraglamy w gore
    int ileFaz = (int)ceil((double)(K / TILE_WIDTH));

    for (int f = 0; f < ileFaz; ++f) {
        int ka = f * TILE_WIDTH + x;
        int kb = f * TILE_WIDTH + y;

        kafA[y][x] = 0.0f;
        kafB[y][x] = 0.0f;
        if (wiersz < M && ka < K)
            kafA[y][x] = A[wiersz * K + ka];
        if (kb < K && kolumna < N)
            kafB[y][x] = B[kb * N + kolumna];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            suma += kafA[y][k] * kafB[k][x];
        __syncthreads();  // czekamy az wszyscy przeczytaja
    }

    if (wiersz < M && kolumna < N)
        C[wiersz * N + kolumna] = suma;
}
