#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Vista {
    const float *datos;
    int filas;
    int columnas;

    __device__ float en(int f, int c) const {
        if (f < filas && c < columnas)
            return datos[f * columnas + c];
        return 0.0f;
    }
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float mosaicoA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float mosaicoB[TILE_WIDTH][TILE_WIDTH];

    Vista va = {A, M, K};
    Vista vb = {B, N, K};

    int x = threadIdx.x;
    int y = threadIdx.y;
    int fila = blockIdx.y * TILE_WIDTH + y;
    int columna = blockIdx.x * TILE_WIDTH + x;

    float suma = 0.0f;
    int fases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    // del ultimo mosaico al primero
    for (int p = fases - 1; p > 0; p--) {
        mosaicoA[y][x] = va.en(fila, p * TILE_WIDTH + x);
        mosaicoB[y][x] = vb.en(p * TILE_WIDTH + y, columna);
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            suma += mosaicoA[y][k] * mosaicoB[k][x];
        __syncthreads();
    }

    if (fila < M && columna < N)
        C[fila * N + columna] = suma;
}
