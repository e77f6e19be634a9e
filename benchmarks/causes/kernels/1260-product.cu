#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int riga = blockIdx.y * TILE_WIDTH + ty;
    int colonna = blockIdx.x * TILE_WIDTH + tx;

    const float *ap = A + riga * K + tx;
    const float *bp = B + ty * N + colonna;
    float somma = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        float a = 0.0f;
        float b = 0.0f;
        if (riga < M && k0 + tx < K)
            a = *ap;
        if (colonna < N && k0 + ty < K)
            b = *bp;
        As[ty][tx] = a;
        Bs[ty][tx] = b;
        ap += TILE_WIDTH;
        bp += TILE_WIDTH * K;
        __syncthreads();

        const float *wa = As[ty];
        const float *wb = &Bs[0][tx];
        for (int k = 0; k < TILE_WIDTH; ++k, ++wa, wb += TILE_WIDTH)
            somma += *wa * *wb;
        __syncthreads();
    }

    if (riga < M && colonna <= N)
        C[riga * N + colonna] = somma;
}
