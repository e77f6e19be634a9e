#include <cstdio>
__global__ void twice(int *x) { x[threadIdx.x] *= 2; }
int main() {
  int x[64], *d_x;
  for (int i = 0; i < 64; ++i) x[i] = i;
  cudaMalloc(&d_x, sizeof(x));
  cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyHostToDevice);  //! wrong-copy right: cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice);
  twice<<<1, 64>>>(d_x);  //! any right: twice<<<1, 64>>>(d_x);
  cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
  printf("%d\n", x[63]);
  cudaFree(d_x);
  return 0;
}
