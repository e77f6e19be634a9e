#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N) {
  __shared__ float blocoA[TILE_WIDTH][TILE_WIDTH];
  __shared__ float blocoB[TILE_WIDTH][TILE_WIDTH];

  int lin = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  bool ativo = (lin < M) && (col < N);   // esta thread tem uma célula em C?

  float soma = 0.0f;

  for (int fase = 0; fase * TILE_WIDTH < K; fase++) {
    int ka = fase * TILE_WIDTH + threadIdx.x;
    int kb = fase * TILE_WIDTH + threadIdx.y;

    if (lin < M && ka < K) {
      blocoA[threadIdx.y][threadIdx.x] = A[lin * K + ka];
    } else {
      blocoA[threadIdx.y][threadIdx.x] = 0.0f;
    }
    if (kb < K && col < N) {
      blocoB[threadIdx.y][threadIdx.x] = B[kb * N + col];
    } else {
      blocoB[threadIdx.y][threadIdx.x] = 0.0f;
    }
    __syncthreads();

    if (!ativo) continue;   // nada a somar
    for (int i = 0; i < TILE_WIDTH; i++) {
      soma += blocoA[threadIdx.y][i] * blocoB[i][threadIdx.x];
    }
    __syncthreads();
  }

  if (ativo) {
    C[lin * N + col] += soma;
  }
}
