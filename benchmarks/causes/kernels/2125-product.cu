#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Producto de matrices con mosaicos en memoria compartida
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float mosA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float mosB[TILE_WIDTH][TILE_WIDTH];

    int x = threadIdx.x;
    int y = threadIdx.y;
    int fila = blockIdx.x * TILE_WIDTH + y;
    int columna = blockIdx.y * TILE_WIDTH + x;

    float suma = 0.0f;

    for (int base = 0; base < K; base += TILE_WIDTH) {
        mosA[y][x] = 0.0f;
        mosB[y][x] = 0.0f;

        if (fila < M && base + x < K) {
            mosA[y][x] = A[fila * K + base + x];
        }
        if (base + y < K && columna < N) {
            mosB[y][x] = B[(base + y) * N + columna];
            __syncthreads();
        }

        // suma parcial de este mosaico
        for (int k = 0; k < TILE_WIDTH; k++) {
            suma += mosA[y][k] * mosB[k][x];
        }
        __syncthreads();
    }

    if (fila < M && columna < N) {
        C[fila * N + columna] = suma;
    }
}
