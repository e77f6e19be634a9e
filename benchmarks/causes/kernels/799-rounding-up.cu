#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ta[TILE_WIDTH * TILE_WIDTH];
    __shared__ float tb[TILE_WIDTH * TILE_WIDTH];

    const int zeile = blockIdx.y * TILE_WIDTH + threadIdx.y;
    const int spalte = blockIdx.x * TILE_WIDTH + threadIdx.x;
    const int platz = threadIdx.y * TILE_WIDTH + threadIdx.x;
    const int phasen = K / TILE_WIDTH + K % TILE_WIDTH ? 1 : 0;

    float summe = 0.0f;
    for (int p = 0; p < phasen; p++) {
        const int ka = p * TILE_WIDTH + threadIdx.x;
        const int kb = p * TILE_WIDTH + threadIdx.y;
        ta[platz] = zeile < M && ka < K ? A[zeile * K + ka] : 0.0f;
        tb[platz] = kb < K && spalte < N ? B[kb * N + spalte] : 0.0f;
        __syncthreads();

        const float *links = ta + threadIdx.y * TILE_WIDTH;
        const float *oben = tb + threadIdx.x;
        for (int i = 0; i < TILE_WIDTH; i++) {
            summe += *links * *oben;
            links++;
            oben += TILE_WIDTH;
        }
        __syncthreads();
    }

    if (zeile < M && spalte < N)
        C[zeile * N + spalte] = summe;
}
