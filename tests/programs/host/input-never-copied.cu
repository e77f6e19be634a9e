#include <cstdio>
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
int main() {
  const int n = 512, bytes = n * sizeof(float);
  static float a[n], b[n], c[n];
  float *d_a, *d_b, *d_c;
  cudaMalloc(&d_a, bytes);
  cudaMalloc(&d_b, bytes);
  cudaMalloc(&d_c, bytes);
  cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_a, b, bytes, cudaMemcpyHostToDevice);  //! wrong-copy right: cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice);
  add<<<2, 256>>>(d_a, d_b, d_c, n);
  cudaMemcpy(c, d_c, bytes, cudaMemcpyDeviceToHost);
  printf("%.0f\n", c[n - 1]);
  cudaFree(d_a), cudaFree(d_b), cudaFree(d_c);
  return 0;
}
