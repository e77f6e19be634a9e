#include <cstdio>
__global__ void sums(const int *x, int *out, int n) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&sum, x[i]);
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
int main() {
  const int n = 1000, threads = 128, blocks = (n + threads - 1) / threads;
  static int x[n], out[n / threads];
  for (int i = 0; i < n; ++i) x[i] = 1;
  int *d_x, *d_out;
  cudaMalloc(&d_x, n * sizeof(int));
  cudaMalloc(&d_out, n / threads * sizeof(int));  //! wrong-call right: cudaMalloc(&d_out, blocks * sizeof(int));
  cudaMemcpy(d_x, x, n * sizeof(int), cudaMemcpyHostToDevice);
  sums<<<blocks, threads>>>(d_x, d_out, n);
  cudaMemcpy(out, d_out, n / threads * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", out[0]);
  cudaFree(d_x);
  cudaFree(d_out);
  return 0;
}
