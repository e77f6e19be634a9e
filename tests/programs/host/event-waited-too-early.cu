#include <cstdio>
__global__ void index(int *x) { x[threadIdx.x] = threadIdx.x; }
__global__ void twice(int *x) { x[threadIdx.x] *= 2; }
int main() {
  int x[64], *d_x;
  cudaStream_t one, two;
  cudaEvent_t done;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaEventCreate(&done);
  cudaMalloc(&d_x, sizeof(x));
  cudaEventRecord(done, one);  //! not-ordered right:
  index<<<1, 64, 0, one>>>(d_x);
  //! right: cudaEventRecord(done, one);
  cudaStreamWaitEvent(two, done, 0);
  twice<<<1, 64, 0, two>>>(d_x);  //! right: twice<<<1, 64, 0, two>>>(d_x);
  cudaDeviceSynchronize();
  cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
  printf("%d\n", x[63]);
  cudaFree(d_x);
  cudaEventDestroy(done);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  return 0;
}
