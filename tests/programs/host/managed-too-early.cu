#include <cstdio>
__global__ void index(int *x) { x[threadIdx.x] = threadIdx.x; }
int main() {
  int *x;
  cudaMallocManaged(&x, 64 * sizeof(int));
  index<<<1, 64>>>(x);
  //! right: cudaDeviceSynchronize();
  printf("%d\n", x[63]);  //! not-ordered right: printf("%d\n", x[63]);
  cudaFree(x);
  return 0;
}
