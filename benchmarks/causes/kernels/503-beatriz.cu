#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// posicao (linha, coluna) numa matriz com w colunas
#define IDX(r, c, w) (r * w + c)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH * TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH * TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE_WIDTH + ty;
    int col = blockIdx.x * TILE_WIDTH + tx;

    float sum = 0.0f;
    int phases = (K - 1) / TILE_WIDTH + 1;

    for (int p = 0; p < phases; ++p) {
        if (row < M && p * TILE_WIDTH + tx < K)
            As[IDX(ty, tx, TILE_WIDTH)] = A[IDX(row, p * TILE_WIDTH + tx, K)];
        else
            As[IDX(ty, tx, TILE_WIDTH)] = 0.0f;

        if (p * TILE_WIDTH + ty < K && col < N)
            Bs[IDX(ty, tx, TILE_WIDTH)] = B[IDX(p * TILE_WIDTH + ty, col, N)];
        else
            Bs[IDX(ty, tx, TILE_WIDTH)] = 0.0f;

        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            sum += As[IDX(ty, k, TILE_WIDTH)] * Bs[IDX(k, tx, TILE_WIDTH)];
        __syncthreads();
    }

    // escreve o resultado
    if (row < M && col < N)
        C[IDX(row, col, N)] = sum;
}
