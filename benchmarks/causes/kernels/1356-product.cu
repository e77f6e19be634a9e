#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

struct Azulejos {
    float a[TILE_WIDTH][TILE_WIDTH + 1];
    float b[TILE_WIDTH][TILE_WIDTH];
};

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ Azulejos az;

    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int fila = blockIdx.y * TILE_WIDTH + y;
    const int columna = blockIdx.x * TILE_WIDTH + x;
    const int fases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    float total = 0.0f;
    for (int f = 0; f < fases; ++f) {
        const int ka = f * TILE_WIDTH + x;
        const int kb = f * TILE_WIDTH + y;

        az.a[x][y] = (fila < M && ka < K) ? A[fila * K + ka] : 0.0f;
        az.b[y][x] = (kb < K && columna < N) ? B[kb * N + columna] : 0.0f;
        __syncthreads();

#pragma unroll
        for (int k = 0; k < TILE_WIDTH; ++k)
            total += az.a[y][k] * az.b[k][x];
        __syncthreads();
    }

    if (fila < M && columna < N)
        C[fila * N + columna] = total;
}
