#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;

    // la case de C que ce thread calcule
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    int res = 0;
    int phases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int p = 0; p < phases; ++p) {
        int colA = p * TILE_WIDTH + tx;
        int ligneB = p * TILE_WIDTH + tx;

        // hors de la matrice on met 0
        As[ty][tx] = (row < M && colA < K) ? A[row * K + colA] : 0;
        Bs[ty][tx] = (ligneB < K && col < N) ? B[ligneB * N + col] : 0;
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; ++k)
            res += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = res;
}
