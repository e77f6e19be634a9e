/* Askisi 3 -- istogramma
 * Nikos Papadakis, AM 03118...
 */
extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
  __shared__ int topiko[BINS];
  const int nima = threadIdx.x;
  const int vima = gridDim.x * blockDim.x;

  /* midenismos */
  if (nima < BINS)
    topiko[nima] = 0;
  __syncthreads();

  for (int i = blockIdx.x * blockDim.x + nima; i < n; i += vima)
    atomicAdd(topiko + data[i], 1);
  __syncthreads();

  for (int k = nima; k < BINS; k += BLOCK) {
    const int posa = topiko[k];
    if (posa != 0)
      atomicAdd(hist + k, posa);
  }
}
