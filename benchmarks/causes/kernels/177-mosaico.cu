#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif


__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float mosaicoA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float mosaicoB[TILE_WIDTH][TILE_WIDTH];

    int hx = threadIdx.x, hy = threadIdx.y;
    int fila = blockIdx.y * TILE_WIDTH + hy;
    int columna = blockIdx.x * TILE_WIDTH + hx;
    float suma = 0.0f;

    int fases = ceilf(K / TILE_WIDTH);
    for (int f = 0; f < fases; f++) {
        int colA = f * TILE_WIDTH + hx;
        int filaB = f * TILE_WIDTH + hy;
        mosaicoA[hy][hx] = (fila < M && colA < K) ? A[fila * K + colA] : 0.0f;
        mosaicoB[hy][hx] = (filaB < K && columna < N) ? B[filaB * N + columna] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            suma += mosaicoA[hy][k] * mosaicoB[k][hx];
        __syncthreads();
    }

    // guardar el resultado
    if (fila < M && columna < N)
        C[fila * N + columna] += suma;
}
