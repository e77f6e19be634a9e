// Laboratório de CUDA - matrizes em blocos
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float bloco_a[TILE_WIDTH][TILE_WIDTH];
    __shared__ float bloco_b[TILE_WIDTH][TILE_WIDTH];

    int linha_local = threadIdx.y;
    int coluna_local = threadIdx.x;
    int linha = blockIdx.y * TILE_WIDTH + linha_local;
    int coluna = blockIdx.x * TILE_WIDTH + coluna_local;

    float resultado = 0.0f;
    int numero_de_fases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int fase = 0; fase < numero_de_fases; fase++) {
        int deslocamento = fase * TILE_WIDTH;
        bloco_a[linha_local][coluna_local] = ler_ou_zero(A, linha, deslocamento + coluna_local, M, K);
        bloco_b[linha_local][coluna_local] = ler_ou_zero(B, deslocamento + linha_local, coluna, K, N);
        __syncthreads();

        for (int k = 0; k < TILE_WIDTH; k++) {
            resultado += bloco_a[linha_local][k] * bloco_b[k][coluna_local];
        }
        __syncthreads();
    }

    if (linha < M && coluna < N) {
        C[linha * N + coluna] = resultado;
    }
}

// funções auxiliares
__device__ float ler_ou_zero(const float *matriz, int linha, int coluna, int linhas, int colunas)
{
    if (linha < linhas && coluna < colunas) {
        return matriz[linha * colunas + coluna];
    }
    return 0.0f;
}
