// Producto de matrices por bloques
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define POS(f, c, ancho) f * ancho + c

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float losaA[TILE_WIDTH * TILE_WIDTH];
    __shared__ float losaB[TILE_WIDTH * TILE_WIDTH];

    int hx = threadIdx.x;
    int hy = threadIdx.y;
    int fila    = blockIdx.y * TILE_WIDTH + hy;
    int columna = blockIdx.x * TILE_WIDTH + hx;

    float suma = 0.0f;

    for (int base = 0; base < K; base += TILE_WIDTH) {
        float a = 0.0f, b = 0.0f;
        if (fila < M && base + hx < K)
            a = A[POS(fila, base + hx, K)];
        if (base + hy < K && columna < N)
            b = B[POS(base + hy, columna, N)];

        losaA[POS(hy, hx, TILE_WIDTH)] = a;
        losaB[POS(hy, hx, TILE_WIDTH)] = b;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            suma += losaA[POS(hy, k, TILE_WIDTH)] * losaB[POS(k, hx, TILE_WIDTH)];
        __syncthreads();
    }

    if (fila < M && columna < N)
        C[POS(fila, columna, N)] = suma;
}
