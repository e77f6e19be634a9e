#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

namespace {
constexpr int W = TILE_WIDTH;

__device__ inline int bolYukari(int a, int b) { return (a + b - 1) / b; }
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[W][W + 1];
    __shared__ float Bs[W][W + 1];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int satir = blockIdx.y * W + ty;
    const int sutun = blockIdx.x * W + tx;

    float toplam = 0.0f;
    const int fazSayisi = bolYukari(K, W);
    for (int faz = 0; faz < fazSayisi; ++faz) {
        const int kA = faz * W + tx;
        const int kB = faz * W + ty;
        As[ty][tx] = (satir < M && kA < K) ? A[satir * K + kA] : 0.0f;
        Bs[ty][tx] = (kB < K && sutun < N) ? B[kB * N + sutun] : 0.0f;
        __syncthreads();

        // bu fazin payi
        float pay = 0.0f;
        for (int k = 0; k < W; ++k)
            pay += As[ty][k] * Bs[k][tx];
        toplam = pay;
        __syncthreads();
    }

    if (satir < M && sutun < N)
        C[satir * N + sutun] = toplam;
}
