#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float SA[TILE_WIDTH][TILE_WIDTH + 1];
    __shared__ float SB[TILE_WIDTH][TILE_WIDTH + 1];

    int t_x = threadIdx.x;
    int t_y = threadIdx.y;
    int linha = blockIdx.y * blockDim.y + t_y;
    int coluna = blockIdx.x * blockDim.x + t_x;
    float soma = 0.0f;

    int passo = 0;
    int passos = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    for (; passo < passos; passo++) {
        int ka = passo * TILE_WIDTH + t_x;
        int kb = passo * TILE_WIDTH + t_y;

        SA[t_y][t_x] = 0.0f;
        if (linha < M && ka < K)
            SA[t_y][t_x] = A[linha * K + ka];
        SA[t_y][t_x] = 0.0f;
        if (kb < K && coluna < N)
            SB[t_y][t_x] = B[kb * N + coluna];
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++)
            soma += SA[t_y][k] * SB[k][t_x];
        __syncthreads();
    }

    if (linha < M && coluna < N)
        C[linha * K + coluna] = soma;
}
