#include <cstdio>
__global__ void mark(int *x) { x[threadIdx.z] = 1; }
int main() {
  int *d_x, x[128];
  cudaMalloc(&d_x, sizeof(x));
  cudaMemset(d_x, 0, sizeof(x));
  mark<<<1, dim3(1, 1, 128)>>>(d_x);  //! invalid-launch right: mark<<<1, dim3(1, 1, 64)>>>(d_x);
  cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
  printf("%d\n", x[1]);
  cudaFree(d_x);
  return 0;
}
