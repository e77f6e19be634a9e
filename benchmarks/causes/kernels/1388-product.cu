#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// one output per thread, marching along K
__global__ void matmul_tiled(const float* __restrict__ A, const float* __restrict__ B,
                             float* __restrict__ C, int M, int K, int N) {
  __shared__ float tileA[TILE_WIDTH][TILE_WIDTH], tileB[TILE_WIDTH][TILE_WIDTH];
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  float value = 0.f;
  for (int k0 = 0; k0 + TILE_WIDTH <= K; k0 += TILE_WIDTH) {
    const int ka = k0 + threadIdx.x;
    const int kb = k0 + threadIdx.y;
    tileA[threadIdx.y][threadIdx.x] = (i < M && ka < K) ? A[i * K + ka] : 0.f;
    tileB[threadIdx.y][threadIdx.x] = (kb < K && j < N) ? B[kb * N + j] : 0.f;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TILE_WIDTH; k++)
      value = fmaf(tileA[threadIdx.y][k], tileB[k][threadIdx.x], value);
    __syncthreads();
  }
  if (i >= M || j >= N) return;
  C[i * N + j] = value;
}
