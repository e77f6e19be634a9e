#include <cstdio>
__global__ void index(int *x) { x[threadIdx.x] = threadIdx.x; }
int main() {
  int x[64];
  for (int round = 0; round < 3; ++round) {
    int *d_x;
    cudaMalloc(&d_x, sizeof(x));  //! leak right: cudaMalloc(&d_x, sizeof(x));
    index<<<1, 64>>>(d_x);
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
    //! right: cudaFree(d_x);
  }
  printf("%d\n", x[63]);
  return 0;
}
