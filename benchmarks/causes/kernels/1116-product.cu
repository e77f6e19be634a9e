#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float pezzoA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float pezzoB[TILE_WIDTH][TILE_WIDTH];

    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int riga    = blockIdx.y * TILE_WIDTH + y;
    const int colonna = blockIdx.x * TILE_WIDTH + x;

    // quattro accumulatori, così le somme non si aspettano
    float s0 = 0.f, s1 = 0.f, s2 = 0.f, s3 = 0.f;

    for (int base = 0; base < K; base += TILE_WIDTH) {
        const bool okA = riga < M && base + x < K;
        const bool okB = colonna < N && base + y < K;
        pezzoA[y][x] = okA ? A[riga * K + base + x] : 0.f;
        pezzoB[y][x] = okB ? B[(base + y) * N + colonna] : 0.f;

        __syncthreads();

        for (int k = 0; k < TILE_WIDTH - 4; k += 4) {
            s0 += pezzoA[y][k]     * pezzoB[k][x];
            s1 += pezzoA[y][k + 1] * pezzoB[k + 1][x];
            s2 += pezzoA[y][k + 2] * pezzoB[k + 2][x];
            s3 += pezzoA[y][k + 3] * pezzoB[k + 3][x];
        }

        __syncthreads();
    }

    if (riga < M && colonna < N)
        C[riga * N + colonna] = (s0 + s1) + (s2 + s2);
}
