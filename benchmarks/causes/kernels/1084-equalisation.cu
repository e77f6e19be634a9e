/* Vyrovnani histogramu, Tomas Dvorak */
typedef unsigned char bajt;

extern "C" __global__ void histogram(const bajt *image, int *hist, int n)
{
  __shared__ int pocty[256];
  for (int h = threadIdx.x; h < 256; h += blockDim.x) pocty[h] = 0;
  __syncthreads();

  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&pocty[image[i]], 1);
  __syncthreads();

  for (int h = threadIdx.x; h < 256; h += blockDim.x)
    if (pocty[h] > 0) atomicAdd(&hist[h], pocty[h]);
}

extern "C" __global__ void make_table(const int *hist, bajt *table, int n)
{
  __shared__ int soucet[256];
  __shared__ int prvni;
  const int h = threadIdx.x;
  soucet[h] = hist[h];
  __syncthreads();

  for (int d = 1; d < 256; d <<= 1) {
    int pridat = h >= d ? soucet[h - d] : 0;
    __syncthreads();
    soucet[h] += pridat;
    __syncthreads();
  }

  const int muj = soucet[h];
  const int predchozi = h > 0 ? soucet[h - 1] : 0;
  if (muj > 0 && predchozi == 0) prvni = muj;
  __syncthreads();

  const int zbytek = n - prvni;
  if (zbytek == 0)
    table[h] = h;
  else if (muj == 0)
    table[h] = 0;
  else
    table[h] = (bajt)((muj - prvni) / zbytek * 255);
}

extern "C" __global__ void apply(const bajt *image, const bajt *table, bajt *out, int n)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = table[image[i]];
}
