#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tegelA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tegelB[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int rij = blockIdx.y * TILE_WIDTH + ty;
    const int kolom = blockIdx.x * TILE_WIDTH + tx;

    // geklemde posities, zodat het laden weinig vertakkingen heeft
    const int veiligeRij = min(rij, M);
    const int veiligeKolom = min(kolom, N - 1);

    float som = 0.0f;
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        const int ka = k0 + tx;
        const int kb = k0 + ty;
        tegelA[ty][tx] = ka < K ? A[veiligeRij * K + ka] : 0.0f;
        tegelB[ty][tx] = kb < K ? B[kb * N + veiligeKolom] : 0.0f;
        __syncthreads();

        for (int k = TILE_WIDTH - 1; k > 0; --k)
            som += tegelA[ty][k] * tegelB[k][tx];
        __syncthreads();
    }

    if (rij < M && kolom < N)
        C[rij * N + kolom] = som;
}
