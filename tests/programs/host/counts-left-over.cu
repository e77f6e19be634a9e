#include <cstdio>
__global__ void count(const int *x, int n, int *bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[x[i]], 1);
}
int main() {
  const int n = 512;
  int x[n], bins[4], *d_x, *d_bins;
  for (int i = 0; i < n; ++i) x[i] = i % 4;
  cudaMalloc(&d_x, sizeof(x));
  cudaMalloc(&d_bins, sizeof(bins));
  cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice);
  cudaMemset(d_bins, 0, sizeof(bins));
  for (int round = 0; round < 3; ++round) {
    //! right: cudaMemset(d_bins, 0, sizeof(bins));
    count<<<2, 256>>>(d_x, n, d_bins);  //! left-over right: count<<<2, 256>>>(d_x, n, d_bins);
    cudaMemcpy(bins, d_bins, sizeof(bins), cudaMemcpyDeviceToHost);
    printf("%d\n", bins[0]);
  }
  cudaFree(d_x);
  cudaFree(d_bins);
  return 0;
}
