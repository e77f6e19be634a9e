#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define ICINDE(r, c, satirlar, sutunlar) ((r) < (satirlar) && (c) < (sutunlar))

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int satir = blockIdx.y * TILE_WIDTH + ty;
    int sutun = blockIdx.x * TILE_WIDTH + tx;
    float sonuc = 0.0f;

    for (int p = 0; p * TILE_WIDTH < K; p++) {
        int ak = p * TILE_WIDTH + tx;   /* A'nin sutunu */
        int bk = p * TILE_WIDTH + ty;   /* B'nin satiri */

        if (ICINDE(satir, ak, M, K))
            As[ty][tx] = A[ak * M + satir];
        else
            As[ty][tx] = 0.0f;

        if (ICINDE(bk, sutun, K, N))
            Bs[ty][tx] = B[bk * N + sutun];
        else
            Bs[ty][tx] = 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            sonuc += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (ICINDE(satir, sutun, M, N))
        C[satir * N + sutun] = sonuc;
}
