#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// Kaksoispuskurointi: yhta puskuria lasketaan, toista taytetaan.

__device__ void lataa(float (*kohdeA)[TILE_WIDTH], float (*kohdeB)[TILE_WIDTH],
                      const float *A, const float *B,
                      int rivi, int sarake, int k0, int M, int K, int N)
{
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  kohdeA[ty][tx] = (rivi < M && k0 + tx < K) ? A[rivi * K + k0 + tx] : 0.0f;
  kohdeB[ty][tx] = (k0 + ty < K && sarake < N) ? B[(k0 + ty) * N + sarake] : 0.0f;
}

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
  __shared__ float puskuriA[2][TILE_WIDTH][TILE_WIDTH];
  __shared__ float puskuriB[2][TILE_WIDTH][TILE_WIDTH];

  const int rivi = blockIdx.y * TILE_WIDTH + threadIdx.y;
  const int sarake = blockIdx.x * TILE_WIDTH + threadIdx.x;
  const int vaiheet = (K + TILE_WIDTH - 1) / TILE_WIDTH;

  int nyt = 0;
  float summa = 0.0f;

  lataa(puskuriA[0], puskuriB[0], A, B, rivi, sarake, 0, M, K, N);
  __syncthreads();

  for (int v = 0; v < vaiheet; ++v) {
    if (v + 1 < vaiheet)
      lataa(puskuriA[nyt ^ 1], puskuriB[nyt ^ 1], A, B, rivi, sarake, (v + 1) * TILE_WIDTH, M, K, N);
    nyt ^= 1;

    for (int k = 0; k < TILE_WIDTH; ++k)
      summa += puskuriA[nyt][threadIdx.y][k] * puskuriB[nyt][k][threadIdx.x];

    __syncthreads();
  }

  if (rivi < M && sarake < N)
    C[rivi * N + sarake] = summa;
}
