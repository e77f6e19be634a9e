#include <cstdio>
#include <cstdlib>
#define MUST(call) do { if ((call) != cudaSuccess) exit(1); } while (0)
__global__ void fill(float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = i; }
int main(int argc, char **argv) {
  int block = 128, n = 1000;
  if (argc > 1) block = atoi(argv[1]);
  float x[1000], *d_x;
  MUST(cudaMalloc(&d_x, sizeof x));
  fill<<<(n + block - 1) / block, block>>>(d_x, n);  //! unseen-error right: fill<<<8, block>>>(d_x, n); MUST(cudaGetLastError());
  MUST(cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost));
  MUST(cudaFree(d_x));
  return 0;
}
