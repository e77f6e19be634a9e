#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Opdracht 3, getegelde matrixvermenigvuldiging
// De pointers lopen over A en B mee met de tegels.

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tegelA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float tegelB[TILE_WIDTH][TILE_WIDTH];

    const int x = threadIdx.x, y = threadIdx.y;
    const int rij   = blockIdx.y * TILE_WIDTH + y;
    const int kolom = blockIdx.x * TILE_WIDTH + x;
    const bool rijOk = rij < M;
    const bool kolomOk = kolom < N;

    const float *pa = A + rij * K + x;
    const float *pb = B + y * N + kolom;
    float som = 0.0f;

    for (int rest = K; rest > 0; rest -= TILE_WIDTH) {
        tegelA[y][x] = (rijOk && x < rest) ? *pa : 0.0f;
        tegelB[y][x] = (kolomOk && y < rest) ? *pb : 0.0f;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; ++i)
            som += tegelA[y][i] * tegelB[i][x];
        __syncthreads();

        pa += TILE_WIDTH;
        pb += TILE_WIDTH * K;
    }

    if (rijOk && kolomOk)
        C[rij * N + kolom] = som;
}
