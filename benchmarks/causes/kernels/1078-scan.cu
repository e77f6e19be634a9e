/* Soma de prefixos - Joao Batista / turma B */

__device__ int prefixo(int valor, int *memoria) {
  int t = threadIdx.x;
  memoria[t] = valor;
  __syncthreads();
  for (int passo = 1; passo < BLOCK / 2; passo *= 2) {
    int anterior = 0;
    if (t >= passo) anterior = memoria[t - passo];
    __syncthreads();
    memoria[t] += anterior;
    __syncthreads();
  }
  return memoria[t];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
  __shared__ int memoria[BLOCK];
  int i = blockIdx.x * BLOCK + threadIdx.x;
  int p = prefixo(i < n ? x[i] : 0, memoria);
  if (i < n) y[i] = p;
  if (threadIdx.x == BLOCK - 1) sums[blockIdx.x] = p;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
  __shared__ int memoria[BLOCK];
  int t = threadIdx.x;
  int p = prefixo(t < blocks ? sums[t] : 0, memoria);
  if (t < blocks) sums[t] = p;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
  if (blockIdx.x == 0) return;
  int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) y[i] += sums[blockIdx.x];
}
