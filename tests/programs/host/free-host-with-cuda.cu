#include <cstdio>
#include <cstdlib>
__global__ void index(int *x) { x[threadIdx.x] = threadIdx.x; }
int main() {
  int *x = (int *)malloc(64 * sizeof(int)), *d_x;
  cudaMalloc(&d_x, 64 * sizeof(int));
  index<<<1, 64>>>(d_x);
  cudaMemcpy(x, d_x, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", x[63]);
  cudaFree(d_x);
  cudaFree(x);  //! wrong-free right: free(x);
  return 0;
}
