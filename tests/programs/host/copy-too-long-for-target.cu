#include <cstdio>
#include <vector>
__global__ void twice(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}
int main() {
  const int n = 1000;
  std::vector<float> x(n + 24, 1.0f);
  float *d_x;
  cudaMalloc(&d_x, n * sizeof(float));
  cudaMemcpy(d_x, x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice);  //! wrong-copy right: cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  twice<<<4, 256>>>(d_x, n);
  cudaMemcpy(x.data(), d_x, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%.0f\n", x[0]);
  cudaFree(d_x);
  return 0;
}
