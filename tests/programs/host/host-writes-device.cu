#include <cstdio>
__global__ void twice(int *x) { x[threadIdx.x] *= 2; }
int main() {
  int x[64], *d_x;
  cudaMalloc(&d_x, sizeof(x));
  for (int i = 0; i < 64; ++i) {
    d_x[i] = i;  //! wrong-memory right: x[i] = i;
  }
  //! right: cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice);
  twice<<<1, 64>>>(d_x);
  cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
  printf("%d\n", x[63]);
  cudaFree(d_x);
  return 0;
}
