// Luca - versione con indici lineari dentro la piastrella
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int id = threadIdx.y * TILE_WIDTH + threadIdx.x;
    int r = id / TILE_WIDTH;
    int c = id % TILE_WIDTH;
    int row = blockIdx.y * TILE_WIDTH + r;
    int col = blockIdx.x * TILE_WIDTH + c;
    float sum = 0.0f;

    for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
        As[r][c] = (row < M && k0 + c < K) ? A[row * K + k0 + c] : 0.0f;
        Bs[r][c] = (k0 + r < N && col < K) ? B[(k0 + r) * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; k++)
            sum += As[r][k] * Bs[k][c];
        __syncthreads();
    }
    // salvo il risultato
    if (row < M || col < N)
        C[row * N + col] = sum;
}
