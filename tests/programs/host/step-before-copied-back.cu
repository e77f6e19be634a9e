#include <cstdio>
#include <utility>
__global__ void step(const float *now, float *next, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) next[i] = now[i] + 1;
}
int main() {
  const int n = 500;
  static float x[n];
  float *now, *next;
  cudaMalloc(&now, sizeof x);
  cudaMalloc(&next, sizeof x);
  cudaMemcpy(now, x, sizeof x, cudaMemcpyHostToDevice);
  for (int k = 0; k < 5; ++k) {
    step<<<4, 128>>>(now, next, n);
    std::swap(now, next);
  }
  cudaMemcpy(x, next, sizeof x, cudaMemcpyDeviceToHost);  //! not-copied-back right: cudaMemcpy(x, now, sizeof x, cudaMemcpyDeviceToHost);
  printf("%.0f\n", x[0]);
  cudaFree(now);
  cudaFree(next);
  return 0;
}
