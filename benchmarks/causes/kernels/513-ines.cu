#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int linha = blockIdx.y * TILE_WIDTH + ty;
    int coluna = blockIdx.x * TILE_WIDTH + tx;

    float soma = 0.0f;
    int fases = (K + TILE_WIDTH - 1) / TILE_WIDTH;

    for (int p = 0; p < fases; ++p) {
        int ka = p * TILE_WIDTH + tx;
        int kb = p * TILE_WIDTH + ty;
        float soma = 0.0f;

        As[ty][tx] = 0.0f;
        if (linha < M && ka < K)
            As[ty][tx] = A[linha * K + ka];

        Bs[ty][tx] = 0.0f;
        if (linha < K && coluna < N)
            Bs[ty][tx] = B[kb * N + coluna];

        __syncthreads();   // espera o bloco todo

        for (int k = 0; k < TILE_WIDTH; ++k)
            soma += As[ty][k] * Bs[k][tx];

        __syncthreads();
    }

    if (linha < M && coluna < N)
        C[linha * N + coluna] = soma;
}
