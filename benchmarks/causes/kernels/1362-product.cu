#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float blokA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float blokB[TILE_WIDTH][TILE_WIDTH];

    const int kx = threadIdx.x;
    const int ky = threadIdx.y;
    const int rij = blockIdx.y * TILE_WIDTH + ky;
    const int kolom = blockIdx.x * TILE_WIDTH + kx;

    float totaal = 0.0f;
    float deel = 0.0f;
    int fase = 0;
    while (fase * TILE_WIDTH < K) {
        const int begin = fase * TILE_WIDTH;
        blokA[ky][kx] = rij < M && begin + kx < K ? A[rij * K + begin + kx] : 0.0f;
        blokB[ky][kx] = begin + ky < K && kolom < N ? B[(begin + ky) * N + kolom] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            deel += blokA[ky][k] * blokB[k][kx];
        totaal += deel;
        __syncthreads();
        ++fase;
    }

    if (rij < M && kolom < N)
        C[rij * N + kolom] = totaal;
}
