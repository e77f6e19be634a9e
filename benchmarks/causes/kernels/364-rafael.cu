// Multiplicação por blocos
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int i = blockIdx.y * TILE_WIDTH + ty;
    int j = blockIdx.x * TILE_WIDTH + tx;

    float acumulado = 0.0f;

    for (int fase = 0; ; ++fase) {
        int inicio = fase * TILE_WIDTH;
        if (inicio + tx >= K)
            break;       // acabou a dimensão K

        if (i < M && inicio + tx < K)
            As[ty][tx] = A[i * K + inicio + tx];
        else
            As[ty][tx] = 0.0f;
        if (inicio + ty < K && j < N)
            Bs[ty][tx] = B[(inicio + ty) * N + j];
        else
            Bs[ty][tx] = 0.0f;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            acumulado += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (i < M && j < N)
        C[i * N + j] = acumulado;
}
