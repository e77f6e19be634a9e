extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
  __shared__ int counts[BINS];
  int tid    = threadIdx.x;
  int stride = gridDim.x * blockDim.x;

  if (tid < BINS) counts[tid] = 0;
  __syncthreads();

  int pos = blockIdx.x * blockDim.x + tid;
  while (pos < n)
  {
    int value = data[pos];
    atomicAdd(counts + value, 1);
    pos += stride;
  }
  __syncthreads();

  for (int b = tid; b < BINS; b += blockDim.x)
  {
    int c = counts[b];
    if (c != 0) atomicAdd(hist + b, c);
  }
}
