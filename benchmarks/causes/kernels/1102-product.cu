#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// prvek (r, s) v matici široké w
#define PRVEK(m, r, s, w) m[r * w + s]

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N) {
    __shared__ float dlazdiceA[TILE_WIDTH * TILE_WIDTH];
    __shared__ float dlazdiceB[TILE_WIDTH * TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int radek   = blockIdx.y * TILE_WIDTH + ty;
    const int sloupec = blockIdx.x * TILE_WIDTH + tx;

    float soucet = 0.f;

    for (int zacatek = 0; zacatek < K; zacatek += TILE_WIDTH) {
        if (radek < M && zacatek + tx < K)
            PRVEK(dlazdiceA, ty, tx, TILE_WIDTH) = PRVEK(A, radek, zacatek + tx, K);
        else
            PRVEK(dlazdiceA, ty, tx, TILE_WIDTH) = 0.f;

        if (sloupec < N && zacatek + ty < K)
            PRVEK(dlazdiceB, ty, tx, TILE_WIDTH) = PRVEK(B, zacatek + ty, sloupec, N);
        else
            PRVEK(dlazdiceB, ty, tx, TILE_WIDTH) = 0.f;

        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++) {
            soucet += PRVEK(dlazdiceA, ty, k, TILE_WIDTH) * PRVEK(dlazdiceB, k, tx, TILE_WIDTH);
        }
        __syncthreads();
    }

    if (radek < M && sloupec < N)
        PRVEK(C, radek, sloupec, N) = soucet;
}
