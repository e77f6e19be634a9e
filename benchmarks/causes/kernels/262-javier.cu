#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

/* devuelve m[f][c], o 0 si cae fuera de la matriz (filas x columnas) */
__device__ float leerOCero(const float *m, int f, int c, int filas, int columnas)
{
    if (f < filas && c < columnas)
        return m[f * columnas + c];
    return 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float losetaA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float losetaB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int fila = blockIdx.y * blockDim.y + ty;
    int columna = blockIdx.x * blockDim.x + tx;
    int fases = (K - 1) / TILE_WIDTH + 1;
    float suma = 0.0f;

    for (int fase = 0; fase < fases; fase++) {
        int k0 = fase * TILE_WIDTH;
        losetaA[ty][tx] = leerOCero(A, fila, k0 + tx, M, K);
        losetaB[ty][tx] = leerOCero(B, k0 + ty, columna, N, K);
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            suma += losetaA[ty][k] * losetaB[k][tx];
        __syncthreads();
    }

    if (fila < M && columna < N)
        C[fila * N + columna] = suma;
}
