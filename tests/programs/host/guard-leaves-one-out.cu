#include <cstdio>
__global__ void index(int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) x[i] = i;  //! right: if (i < n) x[i] = i;
}
int main() {
  const int n = 200;
  int x[n], *d_x;
  cudaMalloc(&d_x, sizeof(x));
  index<<<2, 128>>>(d_x, n);
  cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);  //! copied-unset right: cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
  printf("%d\n", x[0]);
  cudaFree(d_x);
  return 0;
}
