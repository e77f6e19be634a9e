#include <cstdio>
#include <numeric>
__global__ void nothing() {}
int main() {
  int x[64] = {}, *d_x;
  nothing<<<1, 32>>>();
  cudaMalloc(&d_x, sizeof x);
  cudaMemset(d_x, 0, sizeof x);
  cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
  int sum = std::accumulate(d_x, d_x + 64, 0);  //! wrong-memory right: int sum = std::accumulate(x, x + 64, 0);
  printf("%d\n", sum);
  cudaFree(d_x);
  return 0;
}
