#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float kachelA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float kachelB[TILE_WIDTH][TILE_WIDTH];

    int sp = threadIdx.x;
    int ze = threadIdx.y;
    int zeile = blockIdx.y * TILE_WIDTH + ze;
    int spalte = blockIdx.x * TILE_WIDTH + sp;

    int anzahl = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float summe = 0.0f;

    for (int t = 0; t < anzahl; t++) {
        int start = t * TILE_WIDTH;
        int laenge = TILE_WIDTH;
        if (t == anzahl - 1)
            laenge = K % TILE_WIDTH;

        if (zeile < M && sp < laenge)
            kachelA[ze][sp] = A[zeile * K + start + sp];
        if (spalte < N && ze < laenge)
            kachelB[ze][sp] = B[(start + ze) * N + spalte];
        __syncthreads();

        if (zeile < M && spalte < N) {
            for (int i = 0; i < laenge; i++)
                summe += kachelA[ze][i] * kachelB[i][sp];
        }
        __syncthreads();
    }

    if (zeile < M && spalte < N)
        C[zeile * N + spalte] = summe;
}
