#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

/* do buffer: ek barrier prati charan kaafi hai */
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
  __shared__ float tukdaA[2][TILE_WIDTH][TILE_WIDTH];
  __shared__ float tukdaB[2][TILE_WIDTH][TILE_WIDTH];

  int pankti = blockIdx.y * TILE_WIDTH + threadIdx.y;
  int stambh = blockIdx.x * TILE_WIDTH + threadIdx.x;
  int kulCharan = (K - 1) / TILE_WIDTH + 1;
  float yog = 0.0f;

  for (int charan = 0; charan < kulCharan; ++charan)
  {
    int buf = (charan & 1 == 0) ? 0 : 1;
    int ka = charan * TILE_WIDTH + threadIdx.x;
    int kb = charan * TILE_WIDTH + threadIdx.y;

    tukdaA[buf][threadIdx.y][threadIdx.x] = (pankti < M && ka < K) ? A[pankti * K + ka] : 0.0f;
    tukdaB[buf][threadIdx.y][threadIdx.x] = (kb < K && stambh < N) ? B[kb * N + stambh] : 0.0f;

    __syncthreads();

    for (int i = 0; i < TILE_WIDTH; ++i)
      yog += tukdaA[buf][threadIdx.y][i] * tukdaB[buf][i][threadIdx.x];
    // yahan barrier nahin chahiye: agla charan doosre buffer mein likhta hai
  }

  if (pankti < M && stambh < N)
    C[pankti * N + stambh] = yog;
}
