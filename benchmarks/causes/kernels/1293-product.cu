#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define IDX(f, c, ancho) (f * ancho + c)
#define DENTRO(f, c, alto, ancho) ((f) < (alto) && (c) < (ancho))

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float losaA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float losaB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int fila = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float suma = 0.0f;

    for (int base = 0; base < K; base += TILE_WIDTH) {
        losaA[ty][tx] = 0.0f;
        losaB[ty][tx] = 0.0f;
        if (DENTRO(fila, base + tx, M, K))
            losaA[ty][tx] = A[IDX(fila, base + tx, K)];
        if (DENTRO(base + ty, col, K, N))
            losaB[ty][tx] = B[IDX(base + ty, col, N)];
        __syncthreads();

        for (int j = 0; j < TILE_WIDTH; ++j)
            suma += losaA[ty][j] * losaB[j][tx];
        __syncthreads();
    }

    if (DENTRO(fila, col, M, N))
        C[IDX(fila, col, N)] = suma;
}
