#include <cstdio>
#include <cstdlib>
__global__ void index(int *x) { x[threadIdx.x] = threadIdx.x; }
int main() {
  int *x = (int *)malloc(64 * sizeof(int)), *d_x, sum = 0;
  int *next = x;
  cudaMalloc(&d_x, 64 * sizeof(int));
  index<<<1, 64>>>(d_x);
  cudaMemcpy(x, d_x, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  while (next < x + 60) sum += *next++;
  printf("%d\n", sum);
  free(next);  //! wrong-free right: free(x);
  return 0;
}
