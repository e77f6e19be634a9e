#include <chrono>
#include <cstdio>
__global__ void twice(float *x) { x[threadIdx.x] *= 2; }
int main() {
  float x[64] = {}, *d_x;
  cudaMalloc(&d_x, sizeof x);
  cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
  auto begin = std::chrono::steady_clock::now();
  twice<<<1, 64>>>(d_x);  //! right: twice<<<1, 64>>>(d_x); cudaDeviceSynchronize();
  auto end = std::chrono::steady_clock::now();  //! early-time
  cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
  printf("%.0f %d\n", x[0], end < begin);
  cudaFree(d_x);
  return 0;
}
