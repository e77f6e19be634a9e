// What programs ask of the device.
#include <cstdio>
#include <cuda_runtime.h>
int main() {
  int count = 0, device = -1, sms = 0;
  if (cudaGetDeviceCount(&count) || cudaSetDevice(0) || cudaGetDevice(&device)) return 2;
  cudaDeviceProp p;
  if (cudaGetDeviceProperties(&p, 0) || cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0)) return 2;
  bool right = count == 1 && device == 0 && p.warpSize == 32 && p.maxThreadsPerBlock == 1024 && p.maxGridSize[1] == 65535 &&
               p.major == 9 && p.multiProcessorCount == sms && p.sharedMemPerBlock == 49152 && p.maxBlocksPerMultiProcessor == 32;
  size_t unused, total;
  if (cudaMemGetInfo(&unused, &total)) return 2;
  std::puts(right && unused <= total ? "right" : "wrong");
  return cudaSetDevice(7) == cudaErrorInvalidDevice && cudaGetLastError() == cudaErrorInvalidDevice ? 0 : 3;
}
