#include <cstdio>
__global__ void fill(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}
int main() {
  const int n = 2000;
  float *d_x, *x = new float[n];
  cudaMalloc(&d_x, n * sizeof(float));
  fill<<<1, 2000>>>(d_x, n);  //! invalid-launch right: fill<<<2, 1000>>>(d_x, n);
  cudaMemcpy(x, d_x, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%.1f\n", x[n - 1]);
  cudaFree(d_x);
  delete[] x;
  return 0;
}
