#include <cstdio>
#include <vector>
__global__ void halve(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] / 2;
}
int main() {
  const int n = 1000;
  std::vector<float> x(n, 3), y(n);
  float *d_x, *d_y;
  cudaMalloc(&d_x, n * sizeof(float));
  cudaMalloc(&d_y, n * sizeof(float));
  cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  halve<<<(n + 255) / 256, 256>>>(d_x, d_y, n);
  cudaDeviceSynchronize();
  cudaMemcpy(d_y, y.data(), n * sizeof(float), cudaMemcpyHostToDevice);  //! not-copied-back right: cudaMemcpy(y.data(), d_y, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", y[n - 1]);
  cudaFree(d_x);
  cudaFree(d_y);
  return 0;
}
