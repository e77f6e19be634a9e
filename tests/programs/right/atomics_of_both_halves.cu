#include <cstdio>
#include <cuda_runtime.h>

__global__ void count(int *counts) {
  atomicAdd_system(&counts[0], 1);
  atomicExch_system(&counts[1], 5);
}

// Both halves update managed memory at a time, each with atomics for the whole system.
int main() {
  int *counts;
  if (cudaMallocManaged(&counts, 2 * sizeof(int))) return 1;
  counts[0] = counts[1] = 0;
  count<<<4, 64>>>(counts);
  for (int i = 0; i < 100; i++) __sync_fetch_and_add(&counts[0], 1);
  __atomic_exchange_n(&counts[1], 5, __ATOMIC_RELAXED);
  if (cudaDeviceSynchronize()) return 1;
  printf(counts[0] == 356 && counts[1] == 5 ? "right\n" : "wrong: %d\n", counts[0]);
  return cudaFree(counts);
}
