#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Un solo arreglo compartido: primero la baldosa de A, despues la de B.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float memoria[2 * TILE_WIDTH * TILE_WIDTH];
    float *tA = memoria;
    float *tB = memoria + TILE_WIDTH;

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int fila = blockIdx.y * TILE_WIDTH + ty;
    int columna = blockIdx.x * TILE_WIDTH + tx;
    int yo = ty * TILE_WIDTH + tx;

    float acumulado = 0.0f;
    int fases = (K - 1) / TILE_WIDTH + 1;

    for (int f = 0; f < fases; f++) {
        int colA = f * TILE_WIDTH + tx;
        int filaB = f * TILE_WIDTH + ty;

        *(tA + yo) = (fila < M && colA < K) ? *(A + fila * K + colA) : 0.0f;
        *(tB + yo) = (filaB < K && columna < N) ? *(B + filaB * N + columna) : 0.0f;
        __syncthreads();

        float *pa = tA + ty * TILE_WIDTH;
        float *pb = tB + tx;
        for (int k = 0; k < TILE_WIDTH; k++) {
            acumulado += *pa * *pb;
            pa++;
            pb += TILE_WIDTH;
        }
        __syncthreads();
    }

    if (fila < M && columna < N)
        *(C + fila * N + columna) = acumulado;
}
