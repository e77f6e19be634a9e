// What a kernel prints comes when the host waits for it, between what the host prints.
#include <stdio.h>
__global__ void hello(int from) { printf("thread %d of %s %.1f\n", threadIdx.x, "block", from + 0.5); }
int main() {
  printf("before\n");
  hello<<<1, 2>>>(3);
  printf("launched\n");
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s\n", e == cudaSuccess ? "right" : cudaGetErrorString(e));
}
