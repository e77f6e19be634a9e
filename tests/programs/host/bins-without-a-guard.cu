// Threads behind the end of the input count what lies there; fewer blocks would leave most of the input out.
#include <cstdio>
#include <vector>

__global__ void count(const unsigned *input, unsigned *bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  //! right: if (i >= n) return;
  unsigned bin = input[i];  //! out-of-bounds right: unsigned bin = input[i];
  atomicAdd(&bins[bin], 1);  //! any right: atomicAdd(&bins[bin], 1);
}

int main() {
  const int n = 5000, kinds = 1024;
  std::vector<unsigned> input(n), bins(kinds);
  for (int i = 0; i < n; ++i) input[i] = i * 7 % kinds;
  unsigned *deviceInput, *deviceBins;
  cudaMalloc(&deviceInput, n * sizeof(unsigned));
  cudaMalloc(&deviceBins, kinds * sizeof(unsigned));
  cudaMemcpy(deviceInput, input.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
  cudaMemset(deviceBins, 0, kinds * sizeof(unsigned));
  count<<<(n + 511) / 512, 512>>>(deviceInput, deviceBins, n);
  cudaMemcpy(bins.data(), deviceBins, kinds * sizeof(unsigned), cudaMemcpyDeviceToHost);
  printf("%u\n", bins[7]);
  cudaFree(deviceInput);
  cudaFree(deviceBins);
}
