#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define TAM 16   // lado de la loseta

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float subA[TAM][TAM];
    __shared__ float subB[TAM][TAM];

    int hx = threadIdx.x;
    int hy = threadIdx.y;
    int fila = blockIdx.y * TAM + hy;
    int columna = blockIdx.x * TAM + hx;
    float acumulado = 0.0f;

    for (int paso = 0; paso < (K + TAM - 1) / TAM; paso++)
    {
        int colA = paso * TAM + hx;
        int filaB = paso * TAM + hy;

        if (fila < M && colA < K)
            subA[hy][hx] = A[fila * K + colA];
        else
            subA[hy][hx] = 0.0f;

        if (filaB < K && columna < N)
            subB[hy][hx] = B[filaB * N + columna];
        else
            subB[hy][hx] = 0.0f;

        __syncthreads();

        for (int k = 0; k < TAM; k++)
            acumulado += subA[hy][k] * subB[k][hx];

        __syncthreads();
    }

    if (fila < M && columna < N)
        C[fila * N + columna] = acumulado;
}
