#include <cstdio>
__global__ void sum(const float *x, float *s) {
  if (threadIdx.x == 0)
    for (int i = 0; i < 64; ++i) *s += x[i];
}
int main() {
  float s, *d_x, *d_s;
  cudaMalloc(&d_x, 64 * sizeof(float));
  cudaMalloc(&d_s, sizeof(float));
  cudaMemset(d_x, 1, 64 * sizeof(float));  //! set-by-bytes right: cudaMemset(d_x, 0, 64 * sizeof(float));
  cudaMemset(d_s, 0, sizeof(float));
  sum<<<1, 32>>>(d_x, d_s);
  cudaMemcpy(&s, d_s, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", s);
  cudaFree(d_x);
  cudaFree(d_s);
  return 0;
}
