"""Sources that the compiling tests share."""

import pytest

TILED = """\
#ifndef TILE_WIDTH
#define TILE_WIDTH 16
#endif

__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N) {
  __shared__ float As[TILE_WIDTH][TILE_WIDTH];
  __shared__ float Bs[TILE_WIDTH][TILE_WIDTH];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE_WIDTH + ty;
  int col = blockIdx.x * TILE_WIDTH + tx;
  float sum = 0.0f;
  for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; ++p) {
    int a = p * TILE_WIDTH + tx, b = p * TILE_WIDTH + ty;
    As[ty][tx] = (row < M && a < K) ? A[row * K + a] : 0.0f;
    Bs[ty][tx] = (b < K && col < N) ? B[b * N + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < TILE_WIDTH; ++k) sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = sum;
}
"""


@pytest.fixture
def tiled() -> str:
    """A right tiled kernel with a guarded TILE_WIDTH; line 5 declares it."""
    return TILED
