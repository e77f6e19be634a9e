// Histogram with atomics in a __device__ array, set and read through symbols, and a __constant__ table.
#include <stdio.h>
#define BINS 16
__device__ unsigned int bins[BINS];
__constant__ int weight[BINS];

__global__ void histogram(const unsigned char *data, int n) {
  __shared__ unsigned int mine[BINS];
  if (threadIdx.x < BINS) mine[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&mine[data[i] % BINS], weight[data[i] % BINS]);
  __syncthreads();
  if (threadIdx.x < BINS) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

int main() {
  const int n = 5000;
  unsigned char *data = new unsigned char[n], *d_data;
  unsigned int zero[BINS] = {0}, got[BINS], expected[BINS] = {0};
  int weights[BINS];
  for (int i = 0; i < BINS; i++) weights[i] = i + 1;
  for (int i = 0; i < n; i++) data[i] = (i * 37) % 251, expected[data[i] % BINS] += weights[data[i] % BINS];
  if (cudaMalloc((void **)&d_data, n) != cudaSuccess) return 2;
  if (cudaMemcpy(d_data, data, n, cudaMemcpyHostToDevice) != cudaSuccess) return 2;
  if (cudaMemcpyToSymbol(bins, zero, sizeof(zero)) != cudaSuccess) return 2;
  if (cudaMemcpyToSymbol(weight, weights, sizeof(weights)) != cudaSuccess) return 2;
  histogram<<<4, 128>>>(d_data, n);
  if (cudaMemcpyFromSymbol(got, bins, sizeof(got)) != cudaSuccess) return 2;
  for (int i = 0; i < BINS; i++)
    if (got[i] != expected[i]) { printf("wrong %d: %u %u\n", i, got[i], expected[i]); return 1; }
  puts("right");
  if (cudaFree(d_data) != cudaSuccess) return 2;
  delete[] data;
}
