#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float loseta_a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float loseta_b[TILE_WIDTH][TILE_WIDTH];

    int hx = threadIdx.x;
    int hy = threadIdx.y;
    int fila = blockIdx.y * TILE_WIDTH + hy;
    int col = blockIdx.x * TILE_WIDTH + hx;
    int n_fases = (K - 1) / TILE_WIDTH + 1;
    float suma = 0.0f;

    for (int fase = 0; fase < n_fases; fase++) {
        int col_a = fase * TILE_WIDTH + hx;
        int fila_b = fase * TILE_WIDTH + hy;

        if (fila < N && col_a < K) {
            loseta_a[hy][hx] = A[fila * K + col_a];
        } else {
            loseta_a[hy][hx] = 0.0f;
        }
        if (fila_b < K && col < N) {
            loseta_b[hy][hx] = B[fila_b * N + col];
        } else {
            loseta_b[hy][hx] = 0.0f;
        }
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++) {
            suma += loseta_a[hy][k] * loseta_b[k][hx];
        }
    }

    if (fila < M && col < N) {
        C[fila * N + col] = suma;
    }
}
