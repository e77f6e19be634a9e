// The sums of the blocks before are read at the place of the number of threads, not of the block.
#include <cstdio>

__global__ void add(float *output, const float *sums, int len) {
  int index = 2 * (blockIdx.x + 1) * blockDim.x + threadIdx.x;
  if (index < len)
    output[index] += sums[blockDim.x];  //! out-of-bounds right: output[index] += sums[blockIdx.x];
}

int main() {
  const int numElements = 1500, threads = 512, blocks = (numElements + 2 * threads - 1) / (2 * threads);
  float output[numElements], sums[blocks], *deviceOutput, *deviceSums;
  for (int i = 0; i < numElements; ++i) output[i] = i;
  for (int i = 0; i < blocks; ++i) sums[i] = i;
  cudaMalloc(&deviceOutput, numElements * sizeof(float));
  cudaMalloc(&deviceSums, blocks * sizeof(float));
  cudaMemcpy(deviceOutput, output, numElements * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(deviceSums, sums, blocks * sizeof(float), cudaMemcpyHostToDevice);
  add<<<blocks, threads>>>(deviceOutput, deviceSums, numElements);
  cudaMemcpy(output, deviceOutput, numElements * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\numElements", output[numElements - 1]);
  cudaFree(deviceOutput);
  cudaFree(deviceSums);
}
