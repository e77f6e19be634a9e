#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float dlazA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float dlazB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int radek = blockIdx.y * TILE_WIDTH + ty;
    int sloupec = blockIdx.x * TILE_WIDTH + tx;

    float soucet = 0.0f;
    int k0 = 0;

    do {
        dlazA[ty][tx] = (radek < M && k0 + tx < K) ? A[radek * K + k0 + tx] : 0.0f;
        dlazB[ty][tx] = (k0 + ty < K && sloupec < N) ? B[(k0 + ty) * N + sloupec] : 0.0f;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; ++i)
            soucet += dlazA[ty][i] * dlazB[i][tx];
        __syncthreads();

        k0 += TILE_WIDTH;
        int zbyva = K - k0;
    } while (zbyva > 0);

    if (radek < M && sloupec < N)
        C[radek * N + sloupec] = soucet;
}
