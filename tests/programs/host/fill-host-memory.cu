#include <cstdio>
#include <cstdlib>
#include <cstring>
__global__ void one(int *x) { atomicAdd(x, 1); }
int main() {
  int *x = (int *)malloc(sizeof(int)), *d_x;
  cudaMalloc(&d_x, sizeof(int));
  cudaMemset(x, 0, sizeof(int));  //! wrong-copy right: memset(x, 0, sizeof(int));
  cudaMemset(d_x, 0, sizeof(int));
  one<<<2, 32>>>(d_x);
  cudaMemcpy(x, d_x, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", *x);
  cudaFree(d_x);
  free(x);
  return 0;
}
