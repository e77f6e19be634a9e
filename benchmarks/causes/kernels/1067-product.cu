#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

// bank conflict wo sakeru tame ni haba wo hitotsu fuyasu
#define HABA (TILE_WIDTH + 1)

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N)
{
  __shared__ float taA[TILE_WIDTH * TILE_WIDTH];
  __shared__ float taB[TILE_WIDTH * TILE_WIDTH + 1];     // tenchi (transposed)

  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int gyou = blockIdx.y * TILE_WIDTH + y;
  const int retsu = blockIdx.x * TILE_WIDTH + x;

  float goukei = 0.f;

  for (int dan = 0; dan * TILE_WIDTH < K; ++dan) {
    const int kx = dan * TILE_WIDTH + x;
    const int ky = dan * TILE_WIDTH + y;

    taA[y * TILE_WIDTH + x] = (gyou < M && kx < K) ? A[gyou * K + kx] : 0.f;
    taB[x * HABA + y]       = (ky < K && retsu < N) ? B[ky * N + retsu] : 0.f;

    __syncthreads();

    const float *a = taA + y * TILE_WIDTH;
    const float *b = taB + x * HABA;
#pragma unroll 8
    for (int k = 0; k < TILE_WIDTH; ++k)
      goukei += a[k] * b[k];

    __syncthreads();
  }

  if (gyou < M && retsu < N)
    C[gyou * N + retsu] = goukei;
}
