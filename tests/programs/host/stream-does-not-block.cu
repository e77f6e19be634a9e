#include <cstdio>
__global__ void index(int *x) { x[threadIdx.x] = threadIdx.x; }
int main() {
  int x[64], *d_x;
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaMalloc(&d_x, sizeof(x));
  index<<<1, 64, 0, s>>>(d_x);
  //! right: cudaStreamSynchronize(s);
  cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);  //! not-ordered right: cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
  printf("%d\n", x[63]);
  cudaFree(d_x);
  cudaStreamDestroy(s);
  return 0;
}
