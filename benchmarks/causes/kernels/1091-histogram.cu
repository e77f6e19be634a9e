// Histograma. Autor: Miquel Puig

__device__ inline void buida(int *p, int quants) {
  for (int *q = p + threadIdx.x; q < p + quants; q += blockDim.x)
    *q = 0;
}

extern "C" __global__ void histogram(const int *data, int *hist, int n) {
  __shared__ int caixes[BINS];
  buida(caixes, BINS);
  __syncthreads();

  const int *final = data + n;
  const int *p = data + blockDim.x * blockIdx.x + threadIdx.x;
  for (; p < final; p += gridDim.x * blockDim.x) {
    int valor = *p;
    atomicAdd(caixes[valor], 1);
  }
  __syncthreads();

  for (int c = threadIdx.x; c < BINS; c += blockDim.x)
    atomicAdd(&hist[c], caixes[c]);
}
