// Práctica 3 - producto por teselas, con punteros que avanzan
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
    int col = blockIdx.x * TILE_WIDTH + tx;

    // cada hilo empieza en su elemento del primer tile
    const float *pa = A + fila * K + tx;
    const float *pb = B + ty * N + col;
    float suma = 0.0f;

    for (int resto = K; resto > 0; resto -= TILE_WIDTH) {
        As[ty][tx] = (fila < M && tx < resto) ? *pa : 0.0f;
        Bs[ty][tx] = (ty < resto && col < N) ? *pb : 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            suma += As[ty][k] * Bs[k][tx];
        __syncthreads();

        pa += TILE_WIDTH;        // a la derecha
        pb += TILE_WIDTH * K;    // hacia abajo
    }

    if (fila < M && col < N)
        C[fila * N + col] = suma;
}
