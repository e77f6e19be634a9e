#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    constexpr int W = TILE_WIDTH;
    __shared__ float As[W][W];
    __shared__ float Bs[W][W];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int satir = blockIdx.y * W + ty;
    const int sutun = blockIdx.x * W + tx;

    // yukari yuvarla
    constexpr int fazlar = (K + W - 1) / W;
    float toplam = 0.0f;
    for (int f = 0; f != fazlar; ++f) {
        const int ka = f * W + tx, kb = f * W + ty;
        As[ty][tx] = satir < M && ka < K ? A[satir * K + ka] : 0.0f;
        Bs[ty][tx] = kb < K && sutun < N ? B[kb * N + sutun] : 0.0f;
        __syncthreads();
        for (int k = 0; k != W; ++k)
            toplam += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (satir < M && sutun < N)
        C[satir * N + sutun] = toplam;
}
