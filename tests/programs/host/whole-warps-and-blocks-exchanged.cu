#include <cstdio>
__global__ void sums(float *of_block) {
  __shared__ float part[256];
  part[threadIdx.x] = blockIdx.x;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) {
    if (threadIdx.x < k) part[threadIdx.x] += part[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) of_block[blockIdx.x] = part[0];
}
int main() {
  const int blocks = 64, threads = 256;
  float x[64], *d_x;
  cudaMalloc(&d_x, sizeof x);
  sums<<<threads, blocks>>>(d_x);  //! wrong-call right: sums<<<blocks, threads>>>(d_x);
  cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  return 0;
}
