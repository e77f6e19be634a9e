// Multiplicação de matrizes com blocos na memória compartilhada
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float blocoA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float blocoB[TILE_WIDTH][TILE_WIDTH];

    const auto tx = threadIdx.x;
    const auto ty = threadIdx.y;
    const int linha  = blockIdx.y * TILE_WIDTH + ty;
    const int coluna = blockIdx.x * TILE_WIDTH + tx;

    const auto fases = (K + TILE_WIDTH - 1) / TILE_WIDTH;
    auto soma = 0;

    for (auto f = 0; f < fases; ++f) {
        const int colA = f * TILE_WIDTH + tx;
        const int linB = f * TILE_WIDTH + ty;

        // fora da matriz: zero
        if (linha < M && colA < K)
            blocoA[ty][tx] = A[linha * K + colA];
        else
            blocoA[ty][tx] = 0.0f;

        if (linB < K && coluna < N)
            blocoB[ty][tx] = B[linB * N + coluna];
        else
            blocoB[ty][tx] = 0.0f;

        __syncthreads();

        for (auto k = 0; k < TILE_WIDTH; ++k)
            soma += blocoA[ty][k] * blocoB[k][tx];

        __syncthreads();
    }

    if (linha < M && coluna < N)
        C[linha * N + coluna] = soma;
}
