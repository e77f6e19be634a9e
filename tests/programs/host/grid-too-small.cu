#include <cstdio>
#include <vector>
__global__ void index(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}
int main() {
  const int n = 1000;
  std::vector<float> x(n);
  float *d_x;
  cudaMalloc(&d_x, n * sizeof(float));
  index<<<n / 256, 256>>>(d_x, n);  //! wrong-call right: index<<<(n + 255) / 256, 256>>>(d_x, n);
  cudaMemcpy(x.data(), d_x, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%.0f\n", x[n - 1]);
  cudaFree(d_x);
  return 0;
}
