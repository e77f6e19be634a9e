#include <cstdio>
#include <cstdlib>
__global__ void index(int *x) { x[threadIdx.x] = threadIdx.x; }
int main() {
  const int n = 64;
  int *d_x;
  int *x = (int *)malloc(n);  //! wrong-call right: int *x = (int *)malloc(n * sizeof(int));
  cudaMalloc(&d_x, n * sizeof(int));
  index<<<1, n>>>(d_x);
  cudaMemcpy(x, d_x, n * sizeof(int), cudaMemcpyDeviceToHost);  //! any right: cudaMemcpy(x, d_x, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", x[9]);
  cudaFree(d_x);
  return 0;
}
