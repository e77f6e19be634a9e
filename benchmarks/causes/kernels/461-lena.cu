#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define BREITE TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float kA[BREITE][BREITE];
    __shared__ float kB[BREITE][BREITE];

    int tx = threadIdx.x, ty = threadIdx.y;
    int z = blockIdx.y * BREITE + ty;
    int s = blockIdx.x * BREITE + tx;
    float summe = 0.0f;

    int phasen = K / BREITE;
    if (K % BREITE != 0)    /* angebrochene Kachel am Ende */
        phasen++;

    int ph = 0;
    do {
        int k = ph * BREITE;
        if (z < M && k + tx < K) kA[ty][tx] = A[z * K + k + tx];
        else                     kA[ty][tx] = 0.0f;
        if (k + ty < K && s < N) kB[ty][tx] = B[(k + ty) * N + s];
        else                     kB[ty][tx] = 0.0f;
        __syncthreads();

        for (int i = 0; i < BREITE; i++)
            summe += kA[ty][i] * kB[i][tx];
        __syncthreads();
        ph++;
    } while (ph < phasen);

    /* nur echte Zellen schreiben */
    if (z < M && s < N)
        C[z * N + s] += summe;
}
