#include <cstdio>
__global__ void most(const int *x, int *out, int n) {
  int best = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) best = max(best, x[i]);
  atomicMax(&out[blockIdx.x], best);
}
int main() {
  const int n = 3000, blocks = 12;
  static int x[n];
  for (int i = 0; i < n; ++i) x[i] = i % 777;
  int *d_x, *d_part, *d_most, result = 0;
  cudaMalloc(&d_x, sizeof x);
  cudaMalloc(&d_part, blocks * sizeof(int));
  cudaMalloc(&d_most, sizeof(int));
  cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
  cudaMemset(d_part, 0, blocks * sizeof(int));
  cudaMemset(d_most, 0, sizeof(int));
  most<<<blocks, 64>>>(d_x, d_part, n);
  most<<<1, 64>>>(d_part, d_most, n);  //! wrong-call right: most<<<1, 64>>>(d_part, d_most, blocks);
  cudaMemcpy(&result, d_most, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", result);
  cudaFree(d_x);
  cudaFree(d_part);
  cudaFree(d_most);
  return 0;
}
