#include <cstdio>
#include <cstdlib>
__global__ void index(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}
int main() {
  int n = 1000;
  float *x = (float *)calloc(n, sizeof(float));
  float *d_x;
  cudaMalloc(&d_x, n * sizeof(float));
  index<<<4, 256>>>(d_x, n);
  cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);  //! wrong-copy right: cudaMemcpy(x, d_x, n * sizeof(*x), cudaMemcpyDeviceToHost);
  printf("%.0f\n", x[n - 1]);
  cudaFree(d_x);
  free(x);
  return 0;
}
