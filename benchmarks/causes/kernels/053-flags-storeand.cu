#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float bloqueA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float bloqueB[TILE_WIDTH][TILE_WIDTH];

    const int fila = blockIdx.y * blockDim.y + threadIdx.y;
    const int columna = blockIdx.x * blockDim.x + threadIdx.x;
    const bool filaValida = fila < M;
    const bool columnaValida = columna < N;

    float suma = 0.0f;
    const int fases = 1 + (K - 1) / TILE_WIDTH;

    for (int fase = 0; fase < fases; ++fase) {
        const int desplazamiento = fase * TILE_WIDTH;
        const int k_a = desplazamiento + threadIdx.x;
        const int k_b = desplazamiento + threadIdx.y;

        if (filaValida && k_a < K) {
            bloqueA[threadIdx.y][threadIdx.x] = A[fila * K + k_a];
        } else {
            bloqueA[threadIdx.y][threadIdx.x] = 0.0f;
        }
        if (columnaValida && k_b < K) {
            bloqueB[threadIdx.y][threadIdx.x] = B[k_b * N + columna];
        } else {
            bloqueB[threadIdx.y][threadIdx.x] = 0.0f;
        }
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k) {
            suma += bloqueA[threadIdx.y][k] * bloqueB[k][threadIdx.x];
        }
        __syncthreads();
    }

    if (filaValida) {
        C[fila * N + columna] = suma;
    }
}
