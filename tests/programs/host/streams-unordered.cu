#include <cstdio>
__global__ void index(int *x) { x[threadIdx.x] = threadIdx.x; }
__global__ void twice(const int *x, int *y) { y[threadIdx.x] = 2 * x[threadIdx.x]; }
int main() {
  int y[64], *d_x, *d_y;
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaMalloc(&d_x, sizeof(y));
  cudaMalloc(&d_y, sizeof(y));
  index<<<1, 64, 0, one>>>(d_x);
  twice<<<1, 64, 0, two>>>(d_x, d_y);  //! not-ordered right: twice<<<1, 64, 0, one>>>(d_x, d_y);
  cudaDeviceSynchronize();
  cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost);
  printf("%d\n", y[63]);
  cudaFree(d_x);
  cudaFree(d_y);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  return 0;
}
