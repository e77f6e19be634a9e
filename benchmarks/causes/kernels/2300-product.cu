#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define TW TILE_WIDTH

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float sA[TW][TW];
    __shared__ float sB[TW][TW];

    int fila = blockIdx.y * TW + threadIdx.y;
    int columna = blockIdx.x * TW + threadIdx.x;
    bool dentro = fila < M && columna < N;   // este hilo tiene una celda de C
    float suma = 0.0f;

    int t = 0;
    while (t * TW < K) {
        int ka = t * TW + threadIdx.x;
        int kb = t * TW + threadIdx.y;
        // cargar las dos teselas
        sA[threadIdx.y][threadIdx.x] = (fila < M && ka < K) ? A[fila * K + ka] : 0.0f;
        sB[threadIdx.y][threadIdx.x] = (kb < K && columna < N) ? B[kb * N + columna] : 0.0f;
        __syncthreads();

        if (dentro) {
            for (int k = 0; k < TW; ++k)
                suma += sA[threadIdx.y][k] * sB[k][threadIdx.x];
            __syncthreads();
        }
        ++t;
    }

    if (dentro)
        C[fila * N + columna] = suma;
}
