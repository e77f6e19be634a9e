#include <cstdio>
__global__ void count(int *total) { atomicAdd(total, 1); }
int main() {
  int total = 0, *d_total;
  cudaMalloc(&d_total, sizeof(int));
  //! right: cudaMemset(d_total, 0, sizeof(int));
  count<<<2, 64>>>(d_total);  //! uninitialized-read right: count<<<2, 64>>>(d_total);
  cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", total);
  cudaFree(d_total);
  return 0;
}
