// Matteo: parto dall'ultima fase e torno indietro, tanto la somma e' la stessa
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
    float somma = 0.0f;
    int fasi = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int f = fasi - 1; f > 0; f--) {
        int ak = f * TILE_WIDTH + tx;
        int bk = f * TILE_WIDTH + ty;
        // fuori dalla matrice: zero
        As[ty][tx] = (row >= M && ak >= K) ? 0.0f : A[row * K + ak];
        Bs[ty][tx] = (bk >= K || col >= N) ? 0.0f : B[bk * N + col];
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            somma += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = somma;
}
