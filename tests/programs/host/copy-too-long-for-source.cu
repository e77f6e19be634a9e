#include <cstdio>
__global__ void ones(int *x, int n) {
  int i = threadIdx.x;
  if (i < n) x[i] = 1;
}
int main() {
  const int n = 100;
  int x[200], *d_x;
  cudaMalloc(&d_x, n * sizeof(int));
  ones<<<1, 128>>>(d_x, n);
  cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);  //! wrong-copy right: cudaMemcpy(x, d_x, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", x[99]);
  cudaFree(d_x);
  return 0;
}
