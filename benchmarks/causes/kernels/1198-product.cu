// Práctica 4. Multiplicación de matrices con memoria compartida.
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float bloqueA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float bloqueB[TILE_WIDTH][TILE_WIDTH];

    int hx = threadIdx.x;
    int hy = threadIdx.y;

    int fila    = blockIdx.y * TILE_WIDTH + hy;
    int columna = blockIdx.x * TILE_WIDTH + hx;

    float acumulado = 0.0f;

    // número de fases necesarias para recorrer K
    int fases = K / TILE_WIDTH;

    for (int f = 0; f < fases; f++) {
        int kA = f * TILE_WIDTH + hx;
        int kB = f * TILE_WIDTH + hy;

        if (fila < M && kA < K) {
            bloqueA[hy][hx] = A[fila * K + kA];
        } else {
            bloqueA[hy][hx] = 0.0f;
        }
        if (kB < K && columna < N) {
            bloqueB[hy][hx] = B[kB * N + columna];
        } else {
            bloqueB[hy][hx] = 0.0f;
        }
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++) {
            acumulado += bloqueA[hy][k] * bloqueB[k][hx];
        }
        __syncthreads();
    }

    // guardar el resultado
    if (fila < M || columna < N) {
        C[fila * N + columna] = acumulado;
    }
}
