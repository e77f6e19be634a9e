// Odev 1 - vektor toplama
// Emre Yildiz

__device__ __forceinline__ unsigned benimSiram()
{
  return blockIdx.x * blockDim.x + threadIdx.x;
}

extern "C" __global__ void add(const float *x, const float *y, float *z, int n)
{
  unsigned sira = benimSiram();
  unsigned adet = n;

  // kalan eleman var mi?
  if (adet - sira > 0)
  {
    float toplam = x[sira];
    toplam += y[sira];
    z[sira] = toplam;
  }
}
