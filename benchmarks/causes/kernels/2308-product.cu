#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define AT(r, c, ld) (r * ld + c)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
  __shared__ float a_s[TILE_WIDTH][TILE_WIDTH];
  __shared__ float b_s[TILE_WIDTH][TILE_WIDTH];

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int zeile  = blockIdx.y * TILE_WIDTH + ty;
  const int spalte = blockIdx.x * TILE_WIDTH + tx;

  float summe = 0.0f;

  // Kachel fuer Kachel durch K
  for (int k0 = 0; k0 < K; k0 += TILE_WIDTH) {
    a_s[ty][tx] = 0.0f;
    if (zeile < M && k0 + tx < K)
      a_s[ty][tx] = A[AT(zeile, k0 + tx, K)];

    b_s[ty][tx] = 0.0f;
    if (k0 + ty < K && spalte < N)
      b_s[ty][tx] = B[AT(k0 + ty, spalte, N)];

    __syncthreads();   // alle haben geladen

    for (int k = 0; k < TILE_WIDTH; ++k)
      summe += a_s[ty][k] * b_s[k][tx];

    __syncthreads();   // alle haben gelesen
  }

  if (zeile < M && spalte < N)
    C[AT(zeile, spalte, N)] = summe;
}
