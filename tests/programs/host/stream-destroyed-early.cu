#include <cstdio>
#include <cstdlib>
#define CHECK(call) do { if ((call) != cudaSuccess) { printf("failed\n"); exit(3); } } while (0)
__global__ void index(int *x) { x[threadIdx.x] = threadIdx.x; }
int main() {
  int *x, *d_x;
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaMallocHost(&x, 256));
  CHECK(cudaMalloc(&d_x, 256));
  index<<<1, 64, 0, stream>>>(d_x);
  CHECK(cudaGetLastError());
  CHECK(cudaStreamDestroy(stream));  //! used-after-free right:
  CHECK(cudaMemcpyAsync(x, d_x, 256, cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  //! right: CHECK(cudaStreamDestroy(stream));
  printf("%d\n", x[63]);
  CHECK(cudaFree(d_x));
  CHECK(cudaFreeHost(x));
  return 0;
}
