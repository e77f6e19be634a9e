#include <cstdio>
__global__ void fill(int *x, int w, int h) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c < w && r < h) x[r * w + c] = r;
}
int main() {
  const int w = 100, h = 70;
  const int side = 48;  //! invalid-launch right: const int side = 16;
  static int x[w * h];
  int *d_x;
  cudaMalloc(&d_x, sizeof x);
  dim3 block(side, side);
  dim3 grid((w + side - 1) / side, (h + side - 1) / side);
  fill<<<grid, block>>>(d_x, w, h);
  cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
  printf("%d\n", x[w * h - 1]);
  cudaFree(d_x);
  return 0;
}
