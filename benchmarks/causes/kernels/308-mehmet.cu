#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// matrisin disinda kalan elemanlar 0 sayilir
__device__ float oku(const float *X, int satir, int sutun, int yukseklik, int genislik)
{
    if (satir < yukseklik && sutun < genislik)
        return X[satir * genislik + sutun];
    return 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int satir = blockIdx.y * TILE_WIDTH + ty;
    int sutun = blockIdx.x * TILE_WIDTH + tx;
    float toplam = 0.0f;

    int adim = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    for (int p = 0; p < adim; p++) {
        As[ty][tx] = oku(A, satir, p * TILE_WIDTH + tx, M, K);
        Bs[ty][tx] = oku(B, p * TILE_WIDTH + ty, sutun, N, K);
        __syncthreads();                 // herkes yuklesin

        for (int k = 0; k < TILE_WIDTH; k++)
            toplam += As[ty][k] * Bs[k][tx];
        __syncthreads();                 // herkes okusun
    }

    if (satir < M && sutun < N)
        C[satir * N + sutun] = toplam;
}
