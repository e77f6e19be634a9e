#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float losaA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float losaB[TILE_WIDTH][TILE_WIDTH];

    int hx = threadIdx.x;
    int hy = threadIdx.y;
    int fila = blockIdx.y * gridDim.y + hy;
    int columna = blockIdx.x * blockDim.x + hx;

    float suma = 0.0f;
    int fases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int f = 0; f < fases; f++) {
        int kA = f * TILE_WIDTH + hx;
        int kB = f * TILE_WIDTH + hy;

        if (fila < M && kA < K)
            losaA[hy][hx] = A[fila * K + kA];
        else
            losaA[hy][hx] = 0.0f;
        if (kB < K && columna < N)
            losaB[hy][hx] = B[kB * N + columna];
        else
            losaB[hy][hx] = 0.0f;
        __syncthreads();

        if (fila >= M || columna >= N)
            continue;
        for (int k = 0; k < TILE_WIDTH; k++)
            suma += losaA[hy][k] * losaB[k][hx];

        __syncthreads();
    }

    if (fila < M && columna < N)
        C[fila * N + columna] = suma;
}
