#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Matrisin disinda kalan her eleman sifir sayilir.
template <typename T>
__device__ T guvenliOku(const T *m, int satir, int sutun, int satirSayisi, int sutunSayisi)
{
    if (satir < satirSayisi && sutun < sutunSayisi)
        return m[satir * sutunSayisi + sutun];
    return T(0);
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    constexpr int W = TILE_WIDTH;
    __shared__ float As[W][W];
    __shared__ float Bs[W][W];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int satir = blockIdx.y * W + ty;
    const int sutun = blockIdx.x * W + tx;
    const int faz = (K + W - 1) / W;

    float toplam = 0.0f;
    for (int f = 0; f < faz; ++f) {
        As[ty][tx] = guvenliOku(A, satir, f * W + tx, M, K);
        Bs[ty][tx] = guvenliOku(B, f * W + ty, sutun, N, K);
        __syncthreads();   // herkes yuklesin

        for (int k = 0; k < W; ++k)
            toplam += As[ty][k] * Bs[k][tx];
        __syncthreads();   // herkes okusun
    }

    if (satir < M && sutun < N)
        C[satir * N + sutun] = toplam;
}
