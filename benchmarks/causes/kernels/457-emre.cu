#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define TX threadIdx.x
#define TY threadIdx.y
/* satir r, sutun c, bir satirin uzunlugu ld */
#define YER(r, c, ld) (r * ld + c)
#define FAZLAR(k) (((k) + TILE_WIDTH - 1) / TILE_WIDTH)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int satir = blockIdx.y * TILE_WIDTH + TY;
    int sutun = blockIdx.x * TILE_WIDTH + TX;
    float t = 0.0f;

    for (int p = 0; p < FAZLAR(K); p++) {
        int bas = p * TILE_WIDTH;   /* bu fazin ilk k'si */

        As[TY][TX] = 0.0f;
        if (satir < M && bas + (int)TX < K)
            As[TY][TX] = A[YER(satir, bas + TX, K)];

        Bs[TY][TX] = 0.0f;
        if (bas + (int)TY < K && sutun < N)
            Bs[TY][TX] = B[YER(bas + TY, sutun, N)];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            t += As[TY][k] * Bs[k][TX];
        __syncthreads();
    }

    if (satir < M && sutun < N)
        C[YER(satir, sutun, N)] = t;
}
