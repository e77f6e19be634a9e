#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// cada hilo calcula CELDAS celdas de la misma columna
#define CELDAS 2
#define ALTO (CELDAS * TILE_WIDTH)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    // la malla tiene el doble de bloques de los que hacen falta
    if (blockIdx.y * ALTO >= M)
        return;

    __shared__ float bloqueA[ALTO][TILE_WIDTH];
    __shared__ float bloqueB[TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int fila = blockIdx.y * ALTO + ty;
    const int columna = blockIdx.x * TILE_WIDTH + tx;

    float acum[CELDAS];

    for (int inicio = 0; inicio < K; inicio += TILE_WIDTH) {
        for (int c = 0; c < CELDAS; c++) {
            int f = fila + c * TILE_WIDTH;
            bloqueA[ty + c * TILE_WIDTH][tx] =
                (f < M && inicio + tx < K) ? A[f * K + inicio + tx] : 0.0f;
        }
        bloqueB[ty][tx] =
            (inicio + ty < K && columna < N) ? B[(inicio + ty) * N + columna] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++) {
            float b = bloqueB[k][tx];
            for (int c = 0; c < CELDAS; c++)
                acum[c] += bloqueA[ty + c * TILE_WIDTH][k] * b;
        }
        __syncthreads();
    }

    for (int c = 0; c < CELDAS; c++) {
        if (fila < M && columna < N)
            C[(fila + c * TILE_WIDTH) * N + columna] = acum[c];
    }
}
