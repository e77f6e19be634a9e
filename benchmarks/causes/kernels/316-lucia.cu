#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int fila = blockIdx.y * TILE_WIDTH + ty;
    int columna = blockIdx.x * TILE_WIDTH + tx;
    bool enC = fila < M && columna < N;

    float suma = 0.0f;
    int fases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int f = 0; f < fases; f++) {
        int ka = f * TILE_WIDTH + tx;
        int kb = f * TILE_WIDTH + ty;

        // fuera de la matriz se pone 0
        As[ty][tx] = (enC && ka < K) ? A[fila * K + ka] : 0.0f;
        Bs[ty][tx] = (columna < N && kb < K) ? B[kb * N + columna] : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            suma += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (enC)
        C[fila * N + columna] = suma;
}
