__global__ void count(const int *x, int *bins) { atomicAdd(&bins[x[threadIdx.x] & 7], 1); }
int main() {
  int x[64] = {}, bins[8], *d_x, *d_bins;
  cudaMalloc(&d_x, sizeof x);
  cudaMalloc(&d_bins, sizeof bins);
  cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
  cudaMemset(d_bins, sizeof bins, 0);  //! wrong-call right: cudaMemset(d_bins, 0, sizeof bins);
  count<<<1, 64>>>(d_x, d_bins);
  cudaMemcpy(bins, d_bins, sizeof bins, cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  cudaFree(d_bins);
  return 0;
}
