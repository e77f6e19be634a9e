#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// devolve o elemento (i, j) ou 0 se estiver fora da matriz
__device__ inline float pegar(const float *X, int i, int j, int linhas, int colunas)
{
    return (i < linhas && j < colunas) ? X[i * colunas + j] : 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int linha = blockIdx.y * TILE_WIDTH + ty;
    int coluna = blockIdx.x * TILE_WIDTH + tx;

    float soma = 0.0f;

    for (int inicio = 0; inicio < K; inicio += TILE_WIDTH) {
        As[ty][tx] = pegar(A, linha, inicio + tx, M, K);
        Bs[ty][tx] = pegar(B, inicio + ty, coluna, N, K);
        __syncthreads();

#pragma unroll
        for (int k = 0; k < 16; ++k)
            soma += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }

    if (linha < M && coluna < N)
        C[linha * N + coluna] = soma;
}
