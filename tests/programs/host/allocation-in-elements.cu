#include <cstdio>
#include <cstdlib>
__global__ void twice(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}
int main() {
  int n = 1000;
  float *x = (float *)malloc(n * sizeof(float)), *d_x;
  for (int i = 0; i < n; ++i) x[i] = i;
  cudaMalloc(&d_x, n);  //! wrong-call right: cudaMalloc(&d_x, n * sizeof(float));
  cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);  //! any right: cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
  twice<<<4, 256>>>(d_x, n);  //! any right: twice<<<4, 256>>>(d_x, n);
  cudaMemcpy(x, d_x, n * sizeof(float), cudaMemcpyDeviceToHost);  //! any right: cudaMemcpy(x, d_x, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%.0f\n", x[n - 1]);
  cudaFree(d_x);
  free(x);
  return 0;
}
