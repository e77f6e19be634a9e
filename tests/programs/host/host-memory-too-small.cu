#include <cstdio>
#include <vector>
int main() {
  const int n = 256;
  std::vector<int> x(n / 2);  //! wrong-copy right: std::vector<int> x(n);
  int *d_x;
  cudaMalloc(&d_x, n * sizeof(int));
  cudaMemset(d_x, 0, n * sizeof(int));
  cudaMemcpy(x.data(), d_x, n * sizeof(int), cudaMemcpyDeviceToHost);  //! right: cudaMemcpy(x.data(), d_x, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", x[0]);
  cudaFree(d_x);
  return 0;
}
