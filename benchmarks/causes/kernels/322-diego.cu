#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int fila = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float sum = 0.0f;

    for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {
        int ca = p * TILE_WIDTH + tx;
        int fb = p * TILE_WIDTH + ty;

        // primero la tesela de A
        As[ty][tx] = 0.0f;
        if (fila < M && ca < K)
            As[ty][tx] = A[fila * K + ca];
        // luego la de B
        if (fb < K && col < N)
            Bs[ty][tx] = B[fb * N + col];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    // solo los hilos que tienen una celda de C
    if (fila < M || col < N)
        C[fila * N + col] = sum;
}
