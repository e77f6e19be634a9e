#include <cstdio>
__global__ void index(int *x) { x[threadIdx.x] = threadIdx.x; }
int main() {
  int x[64], *d_x;
  float ms = 0;
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaMalloc(&d_x, sizeof(x));
  cudaEventRecord(start);
  index<<<1, 64>>>(d_x);
  cudaEventRecord(stop);
  //! right: cudaEventSynchronize(stop);
  cudaEventElapsedTime(&ms, start, stop);  //! early-time right: cudaEventElapsedTime(&ms, start, stop);
  cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
  printf("%d %d\n", x[63], ms >= 0);
  cudaFree(d_x);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  return 0;
}
