#include <cstdio>
__global__ void index(int *x) { x[threadIdx.x] = threadIdx.x; }
int main() {
  int x[64], *d_x, *d_y;
  cudaMalloc(&d_x, sizeof(x));
  cudaMalloc(&d_y, sizeof(x));
  index<<<1, 64>>>(d_x);
  cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
  printf("%d\n", x[63]);
  cudaFree(d_x);
  cudaFree(d_x);  //! wrong-free right: cudaFree(d_y);
  //! right:
  return 0;
}
