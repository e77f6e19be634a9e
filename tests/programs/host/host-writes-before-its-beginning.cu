#include <cstdio>
#include <vector>
__global__ void twice(int *x) { x[threadIdx.x] *= 2; }
int main() {
  const int n = 100;
  std::vector<int> x(n);
  for (int i = n; i >= 0; i--) x[i - 1] = i;  //! right: for (int i = n; i > 0; i--) x[i - 1] = i;
  int *d_x;
  cudaMalloc(&d_x, n * sizeof(int));
  cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice);  //! wrong-memory right: cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  twice<<<1, n>>>(d_x);
  cudaMemcpy(x.data(), d_x, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", x[9]);
  cudaFree(d_x);
  return 0;
}
