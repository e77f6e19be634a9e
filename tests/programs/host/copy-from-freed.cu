#include <cstdio>
__global__ void index(int *x) { x[threadIdx.x] = threadIdx.x; }
int main() {
  int x[64], *d_x;
  cudaMalloc(&d_x, sizeof(x));
  index<<<1, 64>>>(d_x);
  cudaFree(d_x);  //! used-after-free right:
  cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);  //! right: cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
  //! right: cudaFree(d_x);
  printf("%d\n", x[63]);
  return 0;
}
