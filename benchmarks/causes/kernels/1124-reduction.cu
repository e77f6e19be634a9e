// Redukció - Szabó Bence (KT7QXA)
#define FONAL threadIdx.x

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
  __shared__ int reszek[BLOCK];
  unsigned hol = blockIdx.x * BLOCK + FONAL;

  // aki kilóg, nullát hoz
  reszek[FONAL] = hol < n ? x[hol] : 0;
  __syncthreads();

  // feles lépések: az elejek dolgoznak
  for (unsigned fele = BLOCK / 2; fele >= 0; fele >>= 1) {
    if (FONAL < fele)
      reszek[FONAL] += reszek[FONAL + fele];
    __syncthreads();
  }

  if (!FONAL)
    atomicAdd(sum, *reszek);
}
