#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N) {
  __shared__ float ds_A[TILE_WIDTH][TILE_WIDTH];
  __shared__ float ds_B[TILE_WIDTH][TILE_WIDTH];

  int bx = blockIdx.x;  int by = blockIdx.y;
  int tx = threadIdx.x; int ty = threadIdx.y;

  int Row = by * TILE_WIDTH + ty;
  int Col = bx * TILE_WIDTH + tx;
  float Pvalue = 0;

  // threads outside of C have nothing to do
  if (Row >= M || Col >= N)
    return;

  for (int ph = 0; ph < (K - 1) / TILE_WIDTH + 1; ++ph) {
    ds_A[ty][tx] = 0.0;
    ds_B[ty][tx] = 0.0;
    if (Row < M && ph * TILE_WIDTH + tx < K) {
      ds_A[ty][tx] = A[Row * K + ph * TILE_WIDTH + tx];
    }
    if (Col < N && ph * TILE_WIDTH + ty < K) {
      ds_B[ty][tx] = B[(ph * TILE_WIDTH + ty) * N + Col];
    }
    __syncthreads();

    for (int k = 0; k < TILE_WIDTH; ++k) {
      Pvalue += ds_A[ty][k] * ds_B[k][tx];
    }
    __syncthreads();
  }

  C[Row * N + Col] = Pvalue;
}
