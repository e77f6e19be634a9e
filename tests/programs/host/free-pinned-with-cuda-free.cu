#include <cstdio>
__global__ void index(int *x) { x[threadIdx.x] = threadIdx.x; }
int main() {
  int *x, *d_x;
  cudaMallocHost(&x, 64 * sizeof(int));
  cudaMalloc(&d_x, 64 * sizeof(int));
  index<<<1, 64>>>(d_x);
  cudaMemcpy(x, d_x, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", x[63]);
  cudaFree(d_x);
  cudaFree(x);  //! wrong-free right: cudaFreeHost(x);
  return 0;
}
