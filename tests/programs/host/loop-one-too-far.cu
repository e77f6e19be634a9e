#include <cstdio>
__global__ void index(int *x) { x[threadIdx.x] = threadIdx.x; }
int main() {
  const int n = 64;
  int *x = new int[n], *d_x, sum = 0;
  cudaMalloc(&d_x, n * sizeof(int));
  index<<<1, n>>>(d_x);
  cudaMemcpy(x, d_x, n * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i <= n; ++i) {  //! wrong-memory right: for (int i = 0; i < n; ++i) {
    sum += x[i];
  }
  printf("%s\n", sum < 0 ? "wrong" : "right");
  cudaFree(d_x);
  delete[] x;
  return 0;
}
