// prefix sum, ping-pong buffers.  Kim Seo-yeon
struct Janggi { int v[2][BLOCK]; };

__device__ int blockScan(Janggi &b, int mine)
{
  const int t = threadIdx.x;
  int from = 0;
  b.v[0][t] = mine;
  __syncthreads();
  for (int d = 1; d < BLOCK / 2; d += d)
  {
    int s = b.v[from][t];
    if (t >= d)
      s += b.v[from][t - d];
    from ^= 1;
    b.v[from][t] = s;
    __syncthreads();
  }
  return b.v[from][t];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
  __shared__ Janggi b;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int mine = 0;
  if (i < n)
    mine = x[i];
  const int hap = blockScan(b, mine);
  y[i] = hap;
  if (threadIdx.x == BLOCK - 1)
    sums[blockIdx.x] = hap;
}

extern "C" __global__ void scan_sums(int *sums, int blocks)
{
  __shared__ Janggi b;
  const int t = threadIdx.x;
  const int hap = blockScan(b, t < blocks ? sums[t] : 0);
  if (t < blocks)
    sums[t] = hap;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
  if (blockIdx.x == 0)
    return;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += sums[blockIdx.x - 1];
}
