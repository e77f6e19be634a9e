// Bitonic sort (Yuki Tanaka)
#define INFINITE 0x7fffffff
#define SORT2(a, b) do { int u = (a), w = (b); (a) = min(u, w); (b) = max(u, w); } while (0)

// where pair p begins and ends in step (k, j)
struct Pair {
  int first, second;
  __device__ Pair(int p, int k, int j) {
    int start = 2 * j * p / j;
    int q = p & (j - 1);
    if (k == 2 * j) {
      first = start + j - 1 - q;
      second = start + j + q;
    } else {
      first = start + q;
      second = start + q + j;
    }
  }
};

__device__ void load(int *tile, const int *x, int left) {
  int t = threadIdx.x;
  tile[t] = t < left ? x[t] : INFINITE;
  tile[t + BLOCK] = t + BLOCK < left ? x[t + BLOCK] : INFINITE;
  __syncthreads();
}

__device__ void store(const int *tile, int *x, int left) {
  int t = threadIdx.x;
  if (t < left) x[t] = tile[t];
  if (t + BLOCK < left) x[t + BLOCK] = tile[t + BLOCK];
}

__device__ void steps(int *tile, int k, int j) {
  for (; j >= 1; j >>= 1) {
    Pair pair(threadIdx.x, k, j);
    SORT2(tile[pair.first], tile[pair.second]);
    __syncthreads();
  }
}

extern "C" __global__ void sort_tiles(int *x, int n) {
  __shared__ int tile[2 * BLOCK];
  int offset = blockIdx.x * 2 * BLOCK;
  load(tile, x + offset, n - offset);
  for (int k = 2; k <= 2 * BLOCK; k <<= 1)
    steps(tile, k, k >> 1);
  store(tile, x + offset, n - offset);
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
  __shared__ int tile[2 * BLOCK];
  if (j > BLOCK) {
    Pair pair(blockIdx.x * BLOCK + threadIdx.x, k, j);
    if (pair.second < n)
      SORT2(x[pair.first], x[pair.second]);
  } else {
    int offset = blockIdx.x * 2 * BLOCK;
    load(tile, x + offset, n - offset);
    steps(tile, k, j);
    store(tile, x + offset, n - offset);
  }
}
