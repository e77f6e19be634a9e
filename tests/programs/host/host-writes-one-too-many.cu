#include <cstdio>
#include <cstdlib>
__global__ void twice(int *x) { x[threadIdx.x] *= 2; }
int main() {
  const int n = 10;
  int *x = (int *)malloc(n * sizeof(int)), *d_x;  //! wrong-memory right: int *x = (int *)malloc((n + 1) * sizeof(int)), *d_x;
  for (int i = 0; i <= n; i++) x[i] = i;
  cudaMalloc(&d_x, n * sizeof(int));
  cudaMemcpy(d_x, x, n * sizeof(int), cudaMemcpyHostToDevice);
  twice<<<1, n>>>(d_x);
  cudaMemcpy(x, d_x, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", x[9]);
  cudaFree(d_x);
  return 0;
}
