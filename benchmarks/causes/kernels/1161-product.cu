#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float blokA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float blokB[TILE_WIDTH][TILE_WIDTH];

    const int kx = threadIdx.x;
    const int ky = threadIdx.y;
    const int wiersz  = blockIdx.y * TILE_WIDTH + ky;
    const int kolumna = blockIdx.x * TILE_WIDTH + kx;

    // czy ten wątek ma swoją komórkę w C
    const bool aktywny = wiersz < M && kolumna < N;

    float wynik = 0.0f;

    for (int faza = 0; faza * TILE_WIDTH < K; ++faza) {
        const int ka = faza * TILE_WIDTH + kx;
        const int kb = faza * TILE_WIDTH + ky;

        blokA[ky][kx] = 0.0f;
        if (wiersz < M && ka < K)
            blokA[ky][kx] = A[wiersz * K + ka];

        blokB[ky][kx] = 0.0f;
        if (kolumna < N && kb < K)
            blokB[ky][kx] = B[kb * N + kolumna];

        if (aktywny) {
            __syncthreads();
            for (int i = 0; i < TILE_WIDTH; ++i)
                wynik += blokA[ky][i] * blokB[i][kx];
        }
        __syncthreads();
    }

    if (aktywny)
        C[wiersz * N + kolumna] = wynik;
}
