#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float karoA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float karoB[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const long long satir = (long long)blockIdx.y * TILE_WIDTH + ty;
    const long long sutun = (long long)blockIdx.x * TILE_WIDTH + tx;

    const int adim = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float toplam = 0.0f;

    for (int p = 0; p < adim; ++p) {
        const int bas = p * TILE_WIDTH;
        // bu adimda kullanilan eleman sayisi
        const int adet = (p == adim - 1) ? K % TILE_WIDTH : TILE_WIDTH;

        if (satir < M && bas + tx < K)
            karoA[ty][tx] = A[satir * K + bas + tx];
        if (bas + ty < K && sutun < N)
            karoB[ty][tx] = B[(long long)(bas + ty) * N + sutun];
        __syncthreads();

        if (satir < M && sutun < N)
            for (int i = 0; i < adet; ++i)
                toplam += karoA[ty][i] * karoB[i][tx];
        __syncthreads();
    }

    if (satir < M && sutun < N)
        C[satir * N + sutun] = toplam;
}
