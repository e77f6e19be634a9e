#include <cstdio>
__global__ void differences(const int *x, int *y, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) y[i] = x[i + 1] - x[i];
}
int main() {
  const int given = 200, made = given - 1;
  static int x[given], y[made];
  int *d_x, *d_y;
  cudaMalloc(&d_x, sizeof x);
  cudaMalloc(&d_y, sizeof y);
  cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
  differences<<<4, 64>>>(d_x, d_y, given);  //! wrong-call right: differences<<<4, 64>>>(d_x, d_y, made);
  cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost);
  printf("%d\n", y[0]);
  cudaFree(d_x), cudaFree(d_y);
  return 0;
}
