#include <cstdio>
__global__ void index(int *x) { x[threadIdx.x] = threadIdx.x; }
int main() {
  int x[64], *d_x;
  cudaMalloc(&d_x, sizeof(x));
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin);
  index<<<1, 64>>>(d_x);
  cudaEventRecord(begin);  //! early-time right: cudaEventRecord(end);
  cudaEventSynchronize(end);
  float ms = 0;
  if (cudaEventElapsedTime(&ms, begin, end) != cudaSuccess) printf("no time\n");
  cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
  printf("%d\n", x[63]);
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  cudaFree(d_x);
  return 0;
}
