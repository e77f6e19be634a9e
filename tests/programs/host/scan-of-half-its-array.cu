// The scan has two elements for each thread, and the upper ones are never set: no larger block is meant.
#include <cstdio>
#define BLOCK 128

__global__ void scan(const float *input, float *output, int n) {
  __shared__ float part[2 * BLOCK];
  int t = threadIdx.x;
  part[t] = t < n ? input[t] : 0;
  //! right: part[BLOCK + t] = 0;
  for (int step = 1; step <= BLOCK; step *= 2) {
    __syncthreads();
    int at = (t + 1) * step * 2 - 1;
    if (at < 2 * BLOCK) part[at] += part[at - step];  //! uninitialized-read right: if (at < 2 * BLOCK) part[at] += part[at - step];
  }
  for (int step = BLOCK / 2; step > 0; step /= 2) {
    __syncthreads();
    int at = (t + 1) * step * 2 - 1;
    if (at + step < 2 * BLOCK) part[at + step] += part[at];  //! any right: if (at + step < 2 * BLOCK) part[at + step] += part[at];
  }
  __syncthreads();
  if (t < n) output[t] = part[t];
}

int main() {
  float input[BLOCK], output[BLOCK], *deviceInput, *deviceOutput;
  for (float &each : input) each = 1;
  cudaMalloc(&deviceInput, sizeof input);
  cudaMalloc(&deviceOutput, sizeof output);
  cudaMemcpy(deviceInput, input, sizeof input, cudaMemcpyHostToDevice);
  scan<<<1, BLOCK>>>(deviceInput, deviceOutput, BLOCK);
  cudaMemcpy(output, deviceOutput, sizeof output, cudaMemcpyDeviceToHost);
  printf("%g\n", output[BLOCK - 1]);
  cudaFree(deviceInput);
  cudaFree(deviceOutput);
}
