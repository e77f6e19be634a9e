#include <cstdio>
__global__ void index(float *x) { x[threadIdx.x] = threadIdx.x; }
int main() {
  const int n = 64;
  float *x = new float[n], *d_x, sum = 0;
  cudaMalloc(&d_x, n * sizeof(float));
  index<<<1, n>>>(d_x);
  cudaMemcpy(x, d_x, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 1; i < n; i++)
    sum += x[i] + x[i + 1];  //! wrong-memory right: sum += x[i] + x[i - 1];
  printf("%g\n", sum);
  cudaFree(d_x);
  delete[] x;
  return 0;
}
