// A table on the device that kernels get only by its address, with its first values.
#include <cstdio>
__device__ int table[4] = {1, 10, 100, 1000};
__global__ void pick(const int *from, int *to) { to[threadIdx.x] = from[threadIdx.x % 4]; }
int main() {
  int x[32], *d_x;
  void *address = nullptr;
  cudaMalloc(&d_x, sizeof x);
  if (cudaGetSymbolAddress(&address, table) != cudaSuccess) return 1;
  pick<<<1, 32>>>(table, d_x);  //! wrong-memory right: pick<<<1, 32>>>((const int *)address, d_x);
  cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  return x[31] != 1000;
}
