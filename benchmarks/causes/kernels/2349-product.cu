#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
  __shared__ float a_s[TILE_WIDTH][TILE_WIDTH];
  __shared__ float b_s[TILE_WIDTH][TILE_WIDTH];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int i = blockIdx.y * TILE_WIDTH + ty;
  const int j = blockIdx.x * TILE_WIDTH + tx;
  if (i >= M || j >= N) return;

  float s = 0.0f;
  const int last = (K - 1) / TILE_WIDTH;
  for (int ph = 0; ph <= last; ++ph) {
    const int ac = ph * TILE_WIDTH + tx;
    const int br = ph * TILE_WIDTH + ty;

    if (i < M && ac < K) a_s[ty][tx] = A[i * K + ac];
    else                 a_s[ty][tx] = 0.0f;

    if (br < K && j < N) b_s[ty][tx] = B[br * N + j];
    else                 b_s[ty][tx] = 0.0f;

    __syncthreads();
    for (int q = 0; q < TILE_WIDTH; ++q) s += a_s[ty][q] * b_s[q][tx];
    __syncthreads();
  }

  C[i * N + j] = s;
}
