// Reduction: one launch for the blocks, one for their sums; dynamic shared memory; the second launch in a helper.
#include <stdio.h>
#include <stdlib.h>

__global__ void reduce(const int *in, int *out, int n) {
  extern __shared__ int part[];
  unsigned int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  part[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

static int launch(const int *in, int *out, int n, int threads) {
  int blocks = (n + threads - 1) / threads;
  reduce<<<blocks, threads, threads * sizeof(int)>>>(in, out, n);
  return blocks;
}

int main(void) {
  int n = 10000, *h = (int *)malloc(n * sizeof(int)), *d_in, *d_part, *d_out, sum = 0, got = -1;
  for (int i = 0; i < n; i++) sum += h[i] = i % 11;
  cudaError_t err = cudaMalloc(&d_in, n * sizeof(int));
  if (err == cudaSuccess) err = cudaMalloc(&d_part, 64 * sizeof(int));
  if (err == cudaSuccess) err = cudaMalloc(&d_out, sizeof(int));
  if (err == cudaSuccess) err = cudaMemcpy(d_in, h, n * sizeof(int), cudaMemcpyHostToDevice);
  int blocks = launch(d_in, d_part, n, 256);
  launch(d_part, d_out, blocks, 64);
  if (err == cudaSuccess) err = cudaDeviceSynchronize();
  if (err == cudaSuccess) err = cudaMemcpy(&got, d_out, sizeof(int), cudaMemcpyDeviceToHost);
  if (err != cudaSuccess) { printf("%s\n", cudaGetErrorString(err)); return 2; }
  printf(got == sum ? "right\n" : "wrong\n");
  err = cudaFree(d_in); err = cudaFree(d_part); err = cudaFree(d_out);
  free(h);
  return 0;
}
