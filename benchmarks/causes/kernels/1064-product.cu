#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

/* satir-oncelikli matris erisimi */
#define ELEMAN(m, satir, sutun, genislik) m[satir * genislik + sutun]

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float karoA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float karoB[TILE_WIDTH][TILE_WIDTH];

    int yerelX = threadIdx.x;
    int yerelY = threadIdx.y;
    int satir = blockIdx.y * TILE_WIDTH + yerelY;
    int sutun = blockIdx.x * TILE_WIDTH + yerelX;

    float toplam = 0.0f;
    int baslangic = 0;

    while (baslangic < K) {
        if (satir < M && baslangic + yerelX < K)
            karoA[yerelY][yerelX] = ELEMAN(A, satir, baslangic + yerelX, K);
        else
            karoA[yerelY][yerelX] = 0.0f;

        if (baslangic + yerelY < K && sutun < N)
            karoB[yerelY][yerelX] = ELEMAN(B, baslangic + yerelY, sutun, N);
        else
            karoB[yerelY][yerelX] = 0.0f;

        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            toplam += karoA[yerelY][k] * karoB[k][yerelX];

        __syncthreads();
        baslangic += TILE_WIDTH;
    }

    if (satir < M && sutun < N)
        ELEMAN(C, satir, sutun, N) = toplam;
}
