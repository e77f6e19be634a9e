#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// one extra column against bank conflicts
#define PAD 1

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N) {
  __shared__ float a_tile[TILE_WIDTH][TILE_WIDTH + PAD];
  __shared__ float b_tile[TILE_WIDTH][TILE_WIDTH + PAD];

  const int c = threadIdx.x, r = threadIdx.y;
  const int gr = blockIdx.y * TILE_WIDTH + r;
  const int gc = blockIdx.x * TILE_WIDTH + c;

  float out = 0.0f;
  for (int p = 0, last = (K - 1) / TILE_WIDTH; p <= last; p++) {
    const int ka = p * TILE_WIDTH + c;
    const int kb = p * TILE_WIDTH + r;
    a_tile[r][c] = gr < M ? (ka < K ? A[gr * K + ka] : 0.0f) : 0.0f;
    b_tile[r][c] = gc < N ? (kb < K ? B[kb * N + gc] : 0.0f) : 0.0f;
    __syncthreads();
    for (int k = 0; k <= TILE_WIDTH; k++)
      out += a_tile[r][k] * b_tile[k][c];
    __syncthreads();
  }

  if (gr < M && gc < N) C[gr * N + gc] = out;
}
