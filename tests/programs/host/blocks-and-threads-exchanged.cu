#include <cstdio>
__global__ void total(const int *x, int n, int *part) {
  __shared__ int all[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  all[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int k = 0; k < blockDim.x; ++k) sum += all[k];
    part[blockIdx.x] = sum;
  }
}
int main() {
  const int n = 1000, threads = 128, blocks = (n + threads - 1) / threads;
  static int x[n], part[blocks];
  int *d_x, *d_part;
  cudaMalloc(&d_x, sizeof x);
  cudaMalloc(&d_part, sizeof part);
  cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
  total<<<threads, blocks>>>(d_x, n, d_part);  //! wrong-call right: total<<<blocks, threads>>>(d_x, n, d_part);
  cudaMemcpy(part, d_part, sizeof part, cudaMemcpyDeviceToHost);
  printf("%d\n", part[0]);
  cudaFree(d_x), cudaFree(d_part);
  return 0;
}
