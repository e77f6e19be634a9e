#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif
__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N) {
  __shared__ float left[TILE_WIDTH][TILE_WIDTH];
  __shared__ float right[TILE_WIDTH][TILE_WIDTH];
  int lx = threadIdx.x;
  int ly = threadIdx.y;
  int gx = blockIdx.x * TILE_WIDTH + lx;
  int gy = blockIdx.y * TILE_WIDTH + ly;
  int total = 0;

  for (int off = 0; off < K; off += TILE_WIDTH) {
    if (gy >= M || off + lx >= K) {
      left[ly][lx] = 0;
    } else {
      left[ly][lx] = A[gy * K + (off + lx)];
    }
    if (off + ly >= K || gx >= N) {
      right[ly][lx] = 0;
    } else {
      right[ly][lx] = B[(off + ly) * N + gx];
    }
    __syncthreads();
    for (int i = 0; i < TILE_WIDTH; i++) {
      total += left[ly][i] * right[i][lx];
    }
    __syncthreads();
  }
  if (gx < N && gy < M) {
    C[gy * N + gx] = total;
  }
}
