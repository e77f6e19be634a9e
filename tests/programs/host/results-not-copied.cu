#include <cstdio>
__global__ void twice(const int *x, int *y) { y[threadIdx.x] = 2 * x[threadIdx.x]; }
int main() {
  int x[64], y[64] = {0}, *d_x, *d_y;
  for (int i = 0; i < 64; ++i) x[i] = i;
  cudaMalloc(&d_x, sizeof(x));
  cudaMalloc(&d_y, sizeof(y));
  cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice);
  twice<<<1, 64>>>(d_x, d_y);  //! right: twice<<<1, 64>>>(d_x, d_y);
  cudaDeviceSynchronize();  //! not-copied-back right: cudaDeviceSynchronize();
  //! right: cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost);
  printf("%d\n", y[63]);
  cudaFree(d_x);
  cudaFree(d_y);
  return 0;
}
