#include <cstdio>
__global__ void twice(int *x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] *= 2;
}
int main() {
  const int n = 300, size = n * sizeof(int);
  static int x[n];
  int *d_x;
  cudaMalloc(&d_x, size);
  cudaMemcpy(d_x, x, size, cudaMemcpyHostToDevice);
  twice<<<2, 64>>>(d_x, size);  //! wrong-call right: twice<<<2, 64>>>(d_x, n);
  cudaMemcpy(x, d_x, size, cudaMemcpyDeviceToHost);
  printf("%d\n", x[0]);
  cudaFree(d_x);
  return 0;
}
