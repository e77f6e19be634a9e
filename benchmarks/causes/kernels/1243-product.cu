#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define T TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a_blok[T][T];
    __shared__ float b_blok[T][T];

    const int sx = threadIdx.x, sy = threadIdx.y;
    const int satir = blockIdx.y * T + sy;
    const int sutun = blockIdx.x * T + sx;

    // tam bloklar, artan varsa bir tane daha
    const int adim_sayisi = K / T + K % T != 0;

    float toplam = 0.0f;
    int adim = 0;
    while (adim < adim_sayisi) {
        const int ka = adim * T + sx;
        const int kb = adim * T + sy;
        a_blok[sy][sx] = satir < M && ka < K ? A[satir * K + ka] : 0.0f;
        b_blok[sy][sx] = sutun < N && kb < K ? B[kb * N + sutun] : 0.0f;
        __syncthreads();

        #pragma unroll
        for (int j = 0; j < T; ++j)
            toplam += a_blok[sy][j] * b_blok[j][sx];
        __syncthreads();
        ++adim;
    }

    if (satir < M && sutun < N)
        C[satir * N + sutun] = toplam;
}
