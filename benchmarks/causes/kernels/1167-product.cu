#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define LOAD_OR_ZERO(ok, ptr, idx) ((ok) ? (ptr)[(idx)] : 0.0f)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tb[TILE_WIDTH][TILE_WIDTH];

    int sutun_i = threadIdx.x;
    int satir_i = threadIdx.y;
    int satir = blockIdx.x * TILE_WIDTH + satir_i;
    int sutun = blockIdx.x * TILE_WIDTH + sutun_i;

    float toplam = 0.0f;

    for (int adim = 0; adim < (K + TILE_WIDTH - 1) / TILE_WIDTH; adim++) {
        int ka = adim * TILE_WIDTH + sutun_i;
        int kb = adim * TILE_WIDTH + satir_i;

        ta[satir_i][sutun_i] = LOAD_OR_ZERO(satir < M && ka < K, A, satir * K + ka);
        tb[satir_i][sutun_i] = LOAD_OR_ZERO(kb < K && sutun < N, B, kb * N + sutun);
        __syncthreads();

        for (int k = TILE_WIDTH - 1; k > 0; k--)
            toplam += ta[satir_i][k] * tb[k][sutun_i];
        __syncthreads();
    }

    if (satir < M && sutun < N)
        C[satir * N + sutun] = toplam;
}
