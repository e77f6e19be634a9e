#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float bloqueA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float bloqueB[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int fila = blockIdx.y * TILE_WIDTH + ty;
    float suma = 0.0f;

    // recorremos K de bloque en bloque
    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        int columna = blockIdx.x * TILE_WIDTH + tx;
        bloqueA[ty][tx] = 0.0f;
        bloqueB[ty][tx] = 0.0f;
        if (fila < M && k0 + tx < K)
            bloqueA[ty][tx] = A[fila * K + (k0 + tx)];
        if (k0 + ty < K && columna < N)
            bloqueB[ty][tx] = B[(k0 + ty) * N + columna];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            suma += bloqueA[ty][k] * bloqueB[k][tx];
        __syncthreads();
    }

    // guardar el resultado
    if (fila < M && columna < N)
        C[fila * N + columna] = suma;
}
