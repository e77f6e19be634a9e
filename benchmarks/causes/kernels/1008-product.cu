#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Cada thread calcula duas celulas da mesma coluna, separadas por TILE_WIDTH linhas.
// Os blocos de indice y impar ficam sem trabalho.

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
    __shared__ float ladrA[2 * TILE_WIDTH][TILE_WIDTH];
    __shared__ float ladrB[TILE_WIDTH][TILE_WIDTH];

    if (blockIdx.y % 2 == 1)
        return;

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int linha = blockIdx.y * TILE_WIDTH + ty;
    int coluna = blockIdx.x * TILE_WIDTH + tx;

    float cima = 0.0f;
    float baixo = 0.0f;

    int fases = (int)ceilf(K / TILE_WIDTH);

    for (int f = 0; f < fases; f++)
    {
        int ka = f * TILE_WIDTH + tx;
        int kb = f * TILE_WIDTH + ty;

        ladrA[ty][tx] = (linha < M && ka < K) ? A[linha * K + ka] : 0.0f;
        ladrA[ty + TILE_WIDTH][tx] = (linha + TILE_WIDTH < M && ka < K)
                                   ? A[(linha + TILE_WIDTH) * K + ka] : 0.0f;
        ladrB[ty][tx] = (kb < K && coluna < N) ? B[kb * N + coluna] : 0.0f;
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; i++)
        {
            float b = ladrB[i][tx];
            cima  += ladrA[ty][i] * b;
            baixo += ladrA[ty + TILE_WIDTH][i] * b;
        }
        __syncthreads();
    }

    if (coluna < N)
    {
        if (linha < M)
            C[linha * N + coluna] = cima;
        if (linha + TILE_WIDTH < M)
            C[(linha + 1) * N + coluna] = baixo;
    }
}
