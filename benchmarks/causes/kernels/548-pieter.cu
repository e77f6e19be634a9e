// Pieter: eerst uitrekenen wat de laatste tegel is, dan ernaartoe lopen.
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tegelA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tegelB[TILE_WIDTH][TILE_WIDTH];
    const int x = threadIdx.x, y = threadIdx.y;
    const int rij = blockIdx.y * TILE_WIDTH + y;
    const int kolom = blockIdx.x * TILE_WIDTH + x;
    float totaal = 0.0f;

    const int laatste = (K - 1) / TILE_WIDTH;   // nummer van de laatste tegel
    for (int tegel = 0; tegel < laatste; ++tegel) {
        const int kA = tegel * TILE_WIDTH + x;
        const int kB = tegel * TILE_WIDTH + y;
        tegelA[y][x] = rij < M && kA < K ? A[rij * K + kA] : 0.0f;
        tegelB[y][x] = kB < K && kolom < N ? B[kB * N + kolom] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            totaal += tegelA[y][k] * tegelB[k][x];
        __syncthreads();
    }
    if (rij < M && kolom < N)
        C[rij * N + kolom] = totaal;
}
