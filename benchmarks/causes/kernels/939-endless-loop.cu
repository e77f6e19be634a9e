#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N) {
  __shared__ float Asub[TILE_WIDTH][TILE_WIDTH];
  __shared__ float Bsub[TILE_WIDTH][TILE_WIDTH];
  int tx = threadIdx.x;
  int ty = threadIdx.y;
  int i = blockIdx.y * TILE_WIDTH + ty;
  int j = blockIdx.x * TILE_WIDTH + tx;
  float cij = 0.0f;

  for (int k0 = 0; ; k0 += TILE_WIDTH) {
    if (k0 + tx >= K)
      break;

    float a = 0.0f, b = 0.0f;
    if (i < M && k0 + tx < K) a = A[i * K + (k0 + tx)];
    if (j < N && k0 + ty < K) b = B[(k0 + ty) * N + j];
    Asub[ty][tx] = a;
    Bsub[ty][tx] = b;
    __syncthreads();

    for (int k = 0; k < TILE_WIDTH; k++)
      cij += Asub[ty][k] * Bsub[k][tx];
    __syncthreads();
  }

  if (i < M && j < N)
    C[i * N + j] = cij;
}
