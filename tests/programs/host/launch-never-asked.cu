#include <cstdio>
#include <cstdlib>
#define CHECK(call) do { if ((call) != cudaSuccess) { printf("failed\n"); exit(3); } } while (0)
__global__ void index(int *x) { x[threadIdx.x] = threadIdx.x; }
int main() {
  int x[64], *d_x;
  CHECK(cudaMalloc(&d_x, sizeof x));
  index<<<1, 64>>>(d_x);  //! unseen-error right: index<<<1, 64>>>(d_x);
  cudaDeviceSynchronize();  //! right: CHECK(cudaGetLastError()); CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost));
  printf("%d\n", x[63]);
  CHECK(cudaFree(d_x));
  return 0;
}
