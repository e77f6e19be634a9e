// A kernel that waits for a flag of the host's, and gives up after some time; the host sets it while the kernel runs.
#include <cstdio>

__global__ void wait_for(volatile int *flag, long long most) {
  long long begin = clock64();
  while (!*flag && clock64() - begin < most) {
  }
}

int main() {
  int *flag;
  if (cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocPortable)) return 2;
  *flag = 0;
  wait_for<<<1, 1>>>(flag, 10000);
  if (cudaGetLastError()) return 2;
  *flag = 1;
  if (cudaDeviceSynchronize() || cudaFreeHost(flag)) return 2;
  std::puts("right");
}
