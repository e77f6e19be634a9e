#include <cstdio>
__global__ void index(int *x) { x[threadIdx.x] = threadIdx.x; }
int main() {
  int *x, *d_x;
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaMallocHost(&x, 64 * sizeof(int));
  cudaMalloc(&d_x, 64 * sizeof(int));
  index<<<1, 64, 0, s>>>(d_x);
  cudaMemcpyAsync(x, d_x, 64 * sizeof(int), cudaMemcpyDeviceToHost, s);
  //! right: cudaStreamSynchronize(s);
  printf("%d\n", x[63]);  //! not-ordered right: printf("%d\n", x[63]);
  cudaFree(d_x);
  cudaFreeHost(x);
  cudaStreamDestroy(s);
  return 0;
}
