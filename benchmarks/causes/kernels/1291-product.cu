#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Trabalho 3 - multiplicacao por ladrilhos
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ladA[TILE_WIDTH][TILE_WIDTH];
    __shared__ float ladB[TILE_WIDTH][TILE_WIDTH];

    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int linha = blockIdx.y * TILE_WIDTH + y;
    const int coluna = blockIdx.x * TILE_WIDTH + x;

    const int fases = K / TILE_WIDTH + K % TILE_WIDTH ? 1 : 0;
    float soma = 0.0f;

    for (int f = 0; f < fases; f++) {
        const int ka = f * TILE_WIDTH + x;
        const int kb = f * TILE_WIDTH + y;

        ladA[y][x] = (linha < M && ka < K) ? A[linha * K + ka] : 0.0f;
        ladB[y][x] = (kb < K && coluna < N) ? B[kb * N + coluna] : 0.0f;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++)
            soma += ladA[y][i] * ladB[i][x];
        __syncthreads();
    }

    if (linha < M && coluna < N)
        C[linha * N + coluna] = soma;
}
