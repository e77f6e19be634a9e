__device__ void zero(int *bins) {
  for (int b = threadIdx.x; b < BINS; b += blockDim.x)
    bins[b] = 0;
}

__device__ void flush(const int *bins, int *to) {
  for (int b = threadIdx.x; b < BINS; b += blockDim.x)
    atomicAdd(to + b, bins[b]);
}

extern "C" __global__ void histogram(const int *data, int *hist, int n) {
  __shared__ int bins[BINS];

  zero(bins);
  __syncthreads();

  const int *end = data + n;
  const int *p = data + blockIdx.x * blockDim.x + threadIdx.x;
  while (p < end) {
    bins[*p]++;
    p += blockDim.x * gridDim.x;
  }
  __syncthreads();

  flush(bins, hist);
}
