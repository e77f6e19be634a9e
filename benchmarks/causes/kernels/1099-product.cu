// Labb 3 - matrismultiplikation med rutor
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float rutaA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float rutaB[TILE_WIDTH][TILE_WIDTH];

    int x = threadIdx.x;
    int y = threadIdx.y;
    int rad = blockIdx.y * TILE_WIDTH + y;
    int kolumn = blockIdx.x * TILE_WIDTH + x;

    float summa = 0.0f;

    // så många varv behövs för att täcka hela K
    int antalVarv = (int)ceilf(K / TILE_WIDTH);

    for (int varv = 0; varv < antalVarv; varv++) {
        int kA = varv * TILE_WIDTH + x;
        int kB = varv * TILE_WIDTH + y;

        if (rad < M && kA < K)
            rutaA[y][x] = A[rad * K + kA];
        else
            rutaA[y][x] = 0.0f;

        if (kB < K && kolumn < N)
            rutaB[y][x] = B[kB * N + kolumn];
        else
            rutaB[y][x] = 0.0f;

        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++)
            summa += rutaA[y][i] * rutaB[i][x];

        __syncthreads();
    }

    if (rad < M && kolumn < N)
        C[rad * N + kolumn] = summa;
}
