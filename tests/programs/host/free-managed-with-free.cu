#include <cstdio>
#include <cstdlib>
__global__ void index(float *x) { x[threadIdx.x] = 1.0f + threadIdx.x; }
int main() {
  float *before, *x;
  cudaMallocManaged(&before, 1024 * sizeof(float));
  cudaMallocManaged(&x, 64 * sizeof(float));
  index<<<1, 1024>>>(before);
  index<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  printf("%g %g\n", before[1023], x[63]);
  free(x);  //! wrong-free right: cudaFree(x);
  cudaFree(before);
  return 0;
}
