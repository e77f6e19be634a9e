#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Doble buffer: mientras se calcula con uno se llena el otro.
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float tA[2][TILE_WIDTH][TILE_WIDTH];
    __shared__ float tB[2][TILE_WIDTH][TILE_WIDTH];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int fila = blockIdx.y * TILE_WIDTH + ty;
    const int columna = blockIdx.x * TILE_WIDTH + tx;
    const int fases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    float suma = 0.0f;
    int buf = 0;

    tA[0][ty][tx] = (fila < M && tx < K) ? A[fila * K + tx] : 0.0f;
    tB[0][ty][tx] = (columna < N && ty < K) ? B[ty * N + columna] : 0.0f;
    __syncthreads();

    for (int f = 0; f < fases; ++f) {
        if (f + 1 < fases) {
            const int base = f * TILE_WIDTH;
            const int sig = base + TILE_WIDTH;
            tA[buf ^ 1][ty][tx] = (fila < M && sig + tx < K) ? A[fila * K + sig + tx] : 0.0f;
            tB[buf ^ 1][ty][tx] = (columna < N && base + ty < K) ? B[(sig + ty) * N + columna] : 0.0f;
        }
        for (int i = 0; i < TILE_WIDTH; ++i)
            suma += tA[buf][ty][i] * tB[buf][i][tx];
        __syncthreads();
        buf ^= 1;
    }

    if (fila < M && columna < N)
        C[fila * N + columna] = suma;
}
