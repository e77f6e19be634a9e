// Cooperative groups in a kernel, a launch by cudaLaunchKernel, a launch from a host thread.
#include <cooperative_groups.h>
#include <cstdio>
#include <thread>
namespace cg = cooperative_groups;

__global__ void reverse(int *x) {
  __shared__ int seen[64];
  cg::thread_block block = cg::this_thread_block();
  seen[block.thread_rank()] = x[block.thread_rank()];
  block.sync();
  x[block.thread_rank()] = seen[63 - block.thread_rank()];
}

int main() {
  int h[64], *d;
  for (int i = 0; i < 64; i++) h[i] = i;
  if (cudaMalloc(&d, sizeof h) || cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice)) return 2;
  std::thread other([d] { reverse<<<1, 64>>>(d); });
  other.join();
  void *arguments[] = {&d};
  for (int i = 0; i < 2; i++)
    if (cudaLaunchKernel((const void *)reverse, dim3(1), dim3(64), arguments, 0, 0)) return 2;
  if (cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) || cudaFree(d)) return 2;
  int wrong = 0;
  for (int i = 0; i < 64; i++) wrong += h[i] != 63 - i;
  std::puts(wrong ? "wrong" : "right");
}
