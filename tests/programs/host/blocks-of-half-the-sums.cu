// Each block sums two elements for each of its threads, and the grid is made as for one: too many blocks.
#include <cstdio>
#include <vector>
#define BLOCK 128

__global__ void sum(const float *input, float *output, int n) {
  __shared__ float part[2 * BLOCK];
  int t = threadIdx.x, start = 2 * blockIdx.x * BLOCK;
  part[t] = start + t < n ? input[start + t] : 0;
  part[BLOCK + t] = start + BLOCK + t < n ? input[start + BLOCK + t] : 0;
  for (int step = BLOCK; step > 0; step /= 2) {
    __syncthreads();
    if (t < step) part[t] += part[t + step];
  }
  if (t == 0) output[blockIdx.x] = part[0];
}

int main() {
  const int n = 1000, sums = (n + 2 * BLOCK - 1) / (2 * BLOCK);
  std::vector<float> input(n, 1), output(sums);
  float *deviceInput, *deviceOutput;
  cudaMalloc(&deviceInput, n * sizeof(float));
  cudaMalloc(&deviceOutput, sums * sizeof(float));
  cudaMemcpy(deviceInput, input.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  dim3 grid((n + BLOCK - 1) / BLOCK);  //! wrong-call right: dim3 grid(sums);
  sum<<<grid, BLOCK>>>(deviceInput, deviceOutput, n);
  cudaMemcpy(output.data(), deviceOutput, sums * sizeof(float), cudaMemcpyDeviceToHost);
  float whole = 0;
  for (float each : output) whole += each;
  printf("%g\n", whole);
  cudaFree(deviceInput);
  cudaFree(deviceOutput);
}
