#include <cstdio>
__global__ void index(int *x) { x[threadIdx.x] = threadIdx.x; }
int main() {
  int x[64], y[64] = {0}, *d_x;
  cudaMalloc(&d_x, sizeof(x));
  index<<<1, 64>>>(d_x);
  cudaMemcpy(x, y, sizeof(x), cudaMemcpyDeviceToHost);  //! wrong-copy right: cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
  printf("%d\n", x[63] + y[0]);
  cudaFree(d_x);
  return 0;
}
