#include <cstdio>
#include <cstdlib>
int main() {
  int count;
  cudaGetDeviceCount(&count);
  cudaError_t error = cudaSetDevice(count);  //! wrong-call right: cudaError_t error = cudaSetDevice(count - 1);
  if (error != cudaSuccess) exit(1);
  return 0;
}
