// Practica 2: producto de matrices
// Lucia Fernandez Ortega

#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void product_naive(const float *A, const float *B, float *C, int M, int K, int N)
{
    int fila = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (fila >= M || col >= N)
        return;

    int suma = 0;
    for (int k = 0; k < K; k++)
        suma += A[fila * K + k] * B[k * N + col];
    C[fila * N + col] = suma;
}

__global__ void product_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int fila = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    int fases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    float acc = 0.0f;
    for (int f = 0; f < fases; f++) {
        int colA = f * TILE_WIDTH + tx;
        int filaB = f * TILE_WIDTH + ty;

        if (fila < M && colA < K)
            As[ty][tx] = A[fila * K + colA];
        else
            As[ty][tx] = 0.0f;

        if (col < N && colA < K)
            Bs[ty][tx] = B[filaB * N + col];
        else
            Bs[ty][tx] = 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            acc += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (fila < M && col < N)
        C[fila * N + col] = acc;
}
