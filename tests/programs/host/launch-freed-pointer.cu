#include <cstdio>
__global__ void twice(float *x) { x[threadIdx.x] *= 2; }
int main() {
  float x[32], *d_x;
  for (int i = 0; i < 32; ++i) x[i] = i;
  cudaMalloc(&d_x, sizeof(x));
  cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice);
  cudaFree(d_x);  //! used-after-free right:
  twice<<<1, 32>>>(d_x);  //! right: twice<<<1, 32>>>(d_x);
  //! right: cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
  //! right: cudaFree(d_x);
  printf("%.0f\n", x[31]);
  return 0;
}
