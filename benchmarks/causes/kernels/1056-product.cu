#ifndef TILE_WIDTH
  #define TILE_WIDTH 16
#endif

// versione con prefetch nei registri
__global__ void matmul_tiled(const float *A, const float *B, float *C,
                             int M, int K, int N)
{
  __shared__ float sA[TILE_WIDTH][TILE_WIDTH + 1];
  __shared__ float sB[TILE_WIDTH][TILE_WIDTH + 1];

  int tx = threadIdx.x;
  int ty = threadIdx.y;
  int riga = blockIdx.y * TILE_WIDTH + ty;
  int colonna = blockIdx.x * TILE_WIDTH + tx;
  int nfasi = (K + TILE_WIDTH - 1) / TILE_WIDTH;

  // primo tassello
  float prossimoA = (riga < M && tx < K) ? A[riga * K + tx] : 0.0f;
  float prossimoB = (ty < K && colonna < N) ? B[ty * N + colonna] : 0.0f;
  float somma = 0.0f;

  for (int fase = 0; fase < nfasi; fase++) {
    sA[ty][tx] = prossimoA;
    sB[ty][tx] = prossimoB;
    __syncthreads();

    // mentre si calcola arriva gia' il tassello successivo
    if (fase + 1 < nfasi) {
      int base = fase * TILE_WIDTH;
      prossimoA = (riga < M && base + tx < K) ? A[riga * K + base + tx] : 0.0f;
      prossimoB = (base + ty < K && colonna < N) ? B[(base + ty) * N + colonna] : 0.0f;
    }

    for (int k = 0; k < TILE_WIDTH; k++) {
      somma += sA[ty][k] * sB[k][tx];
    }
    __syncwarp();   // prima di sovrascrivere
  }

  if (riga < M && colonna < N)
    C[riga * N + colonna] = somma;
}
