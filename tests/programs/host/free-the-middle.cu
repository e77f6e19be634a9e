#include <cstdio>
__global__ void index(int *x) { x[threadIdx.x] = threadIdx.x; }
int main() {
  int x[64], *d_x;
  cudaMalloc(&d_x, 4 * sizeof(x));
  int *begin = d_x;
  for (int part = 0; part < 4; ++part, d_x += 64) {
    index<<<1, 64>>>(d_x);
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
  }
  d_x -= 64;
  printf("%d %d\n", x[63], (int)(d_x - begin));
  cudaFree(d_x);  //! wrong-free right: cudaFree(begin);
  return 0;
}
