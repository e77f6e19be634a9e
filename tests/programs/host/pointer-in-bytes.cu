#include <cstdio>
__global__ void twice(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}
int main() {
  const int n = 2000, half = n / 2;
  static float x[n];
  float *d_x;
  cudaMalloc(&d_x, n * sizeof(float));
  for (int k = 0; k < 2; ++k) {
    float *part = d_x + k * half * sizeof(float);  //! wrong-copy right: float *part = d_x + k * half;
    cudaMemcpy(part, x + k * half, half * sizeof(float), cudaMemcpyHostToDevice);  //! any right: cudaMemcpy(part, x + k * half, half * sizeof(float), cudaMemcpyHostToDevice);
    if (cudaGetLastError() != cudaSuccess) return 1;
    twice<<<4, 256>>>(part, half);
    cudaMemcpy(x + k * half, part, half * sizeof(float), cudaMemcpyDeviceToHost);
  }
  printf("%.0f\n", x[n - 1]);
  cudaFree(d_x);
  return 0;
}
