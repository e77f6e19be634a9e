#include <cstdio>
#include <cstdlib>
__global__ void index(float *x) { x[threadIdx.x] = 1.0f + threadIdx.x; }
int main() {
  float *x;
  cudaMallocManaged(&x, 1024 * sizeof(float));
  index<<<1, 1024>>>(x);
  cudaDeviceSynchronize();
  printf("%g\n", x[1023]);
  free(x + 512);  //! wrong-free right: cudaFree(x);
  return 0;
}
