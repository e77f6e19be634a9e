#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Producto por baldosas
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float subA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float subB[TILE_WIDTH][TILE_WIDTH];

    int hx = threadIdx.x;
    int hy = threadIdx.y;
    int fila = blockIdx.y * TILE_WIDTH + hy;
    int columna = blockIdx.x * TILE_WIDTH + hx;
    float total = 0.0f;

    for (int f = 0; f < (K + TILE_WIDTH - 1) / TILE_WIDTH; f++) {
        if (fila < M && f * TILE_WIDTH + hx < K) {
            subA[hy][hx] = A[fila * K + f * TILE_WIDTH + hx];
        } else {
            subA[hy][hx] = 0.0f;
        }
        if (columna < N && f * TILE_WIDTH + hy < K) {
            subB[hy][hx] = B[(f * TILE_WIDTH + hy) * N + columna];
        } else {
            subB[hy][hx] = 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++) {
            total += subA[hy][k] * subB[k][hx];
        }
        __syncthreads();
    }

    if (fila < M && columna < N) {
        C[fila * N + columna] = total;
    }
}
