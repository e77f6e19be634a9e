#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N) {
  __shared__ float left[blockDim.y][blockDim.x];
  __shared__ float right[TILE_WIDTH][TILE_WIDTH];
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int w = TILE_WIDTH;
  const int nsteps = K / w + (K % w != 0 ? 1 : 0);
  float total = 0.0f;
  for (int step = 0; step < nsteps; ++step) {
    const int lc = step * w + threadIdx.x;
    const int rr = step * w + threadIdx.y;
    left[threadIdx.y][threadIdx.x] = (y < M && lc < K) ? A[y * K + lc] : 0.0f;
    right[threadIdx.y][threadIdx.x] = (rr < K && x < N) ? B[rr * N + x] : 0.0f;
    __syncthreads();
    for (int e = 0; e < w; ++e) {
      total += left[threadIdx.y][e] * right[e][threadIdx.x];
    }
    __syncthreads();
  }
  if (y < M && x < N) {
    C[y * N + x] = total;
  }
}
