#include <cstdio>
__global__ void index(int *x) { x[threadIdx.x] = threadIdx.x; }
int main() {
  int x[64], *d_x;
  cudaMalloc(&d_x, sizeof(x));
  index<<<1, 64>>>(d_x);
  cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyHostToDevice);  //! wrong-copy right: cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
  printf("%d\n", x[63]);
  cudaFree(d_x);
  return 0;
}
