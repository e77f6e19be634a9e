// Exercício: produto de matrizes em blocos (M x K) * (K x N)
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float pedacoA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float pedacoB[TILE_WIDTH][TILE_WIDTH];

    int coluna_local = threadIdx.x;
    int linha_local = threadIdx.y;
    int linha = blockIdx.y * TILE_WIDTH + linha_local;
    int coluna = blockIdx.x * TILE_WIDTH + coluna_local;

    int quantidade_de_fases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    float total = 0.0f;
    float parcial = 0.0f;

    for (int fase = 0; fase < quantidade_de_fases; fase++) {
        int coluna_de_A = fase * TILE_WIDTH + coluna_local;
        int linha_de_B = fase * TILE_WIDTH + linha_local;

        // carrega A
        if (linha < M && coluna_de_A < N)
            pedacoA[linha_local][coluna_local] = A[linha * K + coluna_de_A];
        else
            pedacoA[linha_local][coluna_local] = 0.0f;

        // carrega B
        if (linha_de_B < K && coluna < N)
            pedacoB[linha_local][coluna_local] = B[linha_de_B * N + coluna];
        else
            pedacoB[linha_local][coluna_local] = 0.0f;

        __syncthreads();

        // soma desta fase
        for (int k = 0; k < TILE_WIDTH; k++)
            parcial += pedacoA[linha_local][k] * pedacoB[k][coluna_local];
        total += parcial;

        __syncthreads();
    }

    if (linha < M && coluna < N)
        C[linha * N + coluna] = total;
}
