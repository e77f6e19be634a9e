#include <cstdio>
__constant__ float weights[16];
__global__ void total(float *x) {
  float sum = 0;
  for (int i = 0; i < 16; ++i) sum += weights[i];
  x[threadIdx.x] = sum;
}
int main() {
  float weights_of_host[16] = {1}, x[32], *d_x;
  cudaMalloc(&d_x, sizeof x);
  cudaMemcpyToSymbol(weights, weights_of_host, 16);  //! wrong-copy right: cudaMemcpyToSymbol(weights, weights_of_host, sizeof weights);
  total<<<1, 32>>>(d_x);
  cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
  printf("%.0f\n", x[0]);
  cudaFree(d_x);
  return 0;
}
