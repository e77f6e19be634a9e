// Fleur: klassieke tegelversie
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;
    float som = 0.0f;

    for (int fase = 0; fase < (K + TILE_WIDTH - 1) / TILE_WIDTH; fase++) {
        int kA = fase * TILE_WIDTH + tx;
        int kB = fase * TILE_WIDTH + ty;
        // laden
        if (row < M && kA < K) {
            As[ty][tx] = A[row * K + kA];
        } else {
            As[ty][tx] = 0.0f;
        }
        if (kB < K && col < N) {
            Bs[ty][tx] = B[kB * N + col];
        } else {
            Bs[ty][tx] = 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            som += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N) {
        C[row * N + col] = som;
    }
}
