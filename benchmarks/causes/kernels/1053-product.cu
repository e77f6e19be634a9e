#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Trabalho 2 - multiplicacao em blocos (memoria compartilhada linear)
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
  __shared__ float blocoA[TILE_WIDTH * TILE_WIDTH];
  __shared__ float blocoB[TILE_WIDTH * TILE_WIDTH];

  int lin = threadIdx.y;
  int col = threadIdx.x;
  int pos = lin * TILE_WIDTH + col;

  int linha  = blockIdx.y * TILE_WIDTH + lin;
  int coluna = blockIdx.x * TILE_WIDTH + col;

  // numero de fases, arredondado para cima
  int fases = (int) ceilf(K / TILE_WIDTH);

  float soma = 0;
  for (int f = 0; f < fases; f++) {
    int desloc = f * TILE_WIDTH;

    blocoA[pos] = 0;
    blocoB[pos] = 0;
    if (linha < M && desloc + col < K)
      blocoA[pos] = A[linha * K + desloc + col];
    if (desloc + lin < K && coluna < N)
      blocoB[pos] = B[(desloc + lin) * N + coluna];
    __syncthreads();

    for (int k = 0; k < TILE_WIDTH; k++)
      soma += blocoA[lin * TILE_WIDTH + k] * blocoB[k * TILE_WIDTH + col];
    __syncthreads();
  }

  if (linha < M || coluna < N) {
    C[linha * N + coluna] = soma;
  }
}
