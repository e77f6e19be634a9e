#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

#define TW TILE_WIDTH
#define TILE_ELEMS (TW * TW)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N) {
  __shared__ float tA[TILE_ELEMS], tB[TILE_ELEMS];

  int me = threadIdx.y * TW + threadIdx.x;
  int row = blockIdx.y * TW + me / TW;
  int col = blockIdx.x * TW + me % TW;
  int out = row * N + col;
  int total = M * N;
  float dot = 0;

  for (int ph = 0; ph * TW < K; ph++) {
    int ka = ph * TW + me % TW;
    int kb = ph * TW + me / TW;

    tA[me] = 0;
    if (row < M && ka < K) tA[me] = A[row * K + ka];
    tB[me] = 0;
    if (kb < K && col < N) tB[me] = B[kb * N + col];
    __syncthreads();

    const float *a = &tA[me / TW * TW];
    const float *b = &tB[me % TW];
    for (int k = 0; k < TW; k++)
      dot += a[k] * b[k * TW];
    __syncthreads();
  }

  if (out < total) C[out] = dot;
}
