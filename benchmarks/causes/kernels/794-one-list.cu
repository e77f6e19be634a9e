#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float subA[TILE_WIDTH][TILE_WIDTH], subB[TILE_WIDTH][TILE_WIDTH], acc;
    int fila, columna, fase, k, a, b;

    fila = blockIdx.y * blockDim.y + threadIdx.y;
    columna = blockIdx.x * blockDim.x + threadIdx.x;
    acc = 0.0f;

    for (fase = 0; fase < (K + TILE_WIDTH - 1) / TILE_WIDTH; fase++) {
        a = fase * TILE_WIDTH + threadIdx.x;
        b = fase * TILE_WIDTH + threadIdx.y;
        if (fila >= M || a >= K)
            subA[threadIdx.y][threadIdx.x] = 0.0f;
        else
            subA[threadIdx.y][threadIdx.x] = A[fila * K + a];
        if (columna >= N || b >= K)
            subB[threadIdx.y][threadIdx.x] = 0.0f;
        else
            subB[threadIdx.y][threadIdx.x] = B[b * N + columna];
        __syncthreads();

        for (k = 0; k < TILE_WIDTH; k++)
            acc += subA[threadIdx.y][k] * subB[k][threadIdx.x];
        __syncthreads();
    }

    if (fila >= M || columna >= N)
        return;
    C[fila * N + columna] = acc;
}
