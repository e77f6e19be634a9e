#include <cstdio>
#include <cstdlib>
__global__ void index(int *x) { x[threadIdx.x] = threadIdx.x; }
int main() {
  const int n = 64;
  int *x = (int *)malloc(n * sizeof(int)), *d_x;
  cudaMalloc(&d_x, n * sizeof(int));
  index<<<1, n>>>(d_x);
  cudaMemcpy(x, d_x, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  free(x);  //! used-after-free right:
  printf("%d\n", x[n - 1]);  //! right: printf("%d\n", x[n - 1]);
  return 0;
}
