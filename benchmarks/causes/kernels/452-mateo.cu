#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define LADO TILE_WIDTH

// Mateo - bucle interno desenrollado de 4 en 4 (LADO es 16 o 32)
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float a[LADO][LADO];
    __shared__ float b[LADO][LADO];

    const int x = threadIdx.x, y = threadIdx.y;
    const int fila = blockIdx.y * LADO + y;
    const int columna = blockIdx.x * LADO + x;
    float suma = 0.f;

    for (int inicio = 0; inicio < K; inicio += LADO) {
        // cada hilo trae un elemento de A y uno de B
        if (fila < M && inicio + x < K)
            a[y][x] = A[fila * K + inicio + x];
        else
            a[y][x] = 0.f;

        if (inicio + y < K && columna < N)
            b[y][x] = B[(inicio + y) * N + columna];
        else
            b[y][x] = 0.f;

        __syncthreads();

        for (int k = 0; k < LADO; k += 4) {
            suma += a[y][k]     * b[k][x];
            suma += a[y][k + 1] * b[k + 1][x];
            suma += a[y][k + 2] * b[k + 2][x];
            suma += a[y][k + 3] * b[k + 2][x];
        }

        __syncthreads();
    }

    if (fila < M && columna < N)
        C[fila * N + columna] = suma;
}
