// A program that provokes errors and looks at them: nothing is wrong with it.
#include <cstdio>
__global__ void nothing() {}
int main() {
  void *p = nullptr;
  int bad = 0;
  bad += cudaMalloc(&p, (size_t)1 << 50) != cudaErrorMemoryAllocation;
  bad += cudaGetLastError() != cudaErrorMemoryAllocation;
  bad += cudaGetLastError() != cudaSuccess;
  bad += cudaStreamQuery(0) != cudaSuccess;
  bad += cudaMalloc(&p, 64) != cudaSuccess;
  bad += cudaMemset(p, 0, 64) != cudaSuccess;
  nothing<<<1, 32>>>();
  bad += cudaPeekAtLastError() != cudaSuccess;
  bad += cudaDeviceSynchronize() != cudaSuccess;
  bad += cudaFree(p) != cudaSuccess;
  bad += cudaFree(0) != cudaSuccess;
  std::printf(bad ? "wrong %d\n" : "right\n", bad);
  return bad;
}
