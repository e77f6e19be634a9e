// The error checks and the choice of a device that the CUDA samples include. Lines are those of the macro's use.
#pragma once
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include "helper_string.h"

#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif

static inline const char *_cudaGetErrorEnum(cudaError_t error) { return cudaGetErrorName(error); }

template <class T>
inline void check(T result, const char *function, const char *file, int line) {
  if (!result) return;
  fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line, (int)result,
          _cudaGetErrorEnum((cudaError_t)result), function);
  exit(EXIT_FAILURE);
}
#define checkCudaErrors(value) check((value), #value, __FILE__, __LINE__)

static inline void grader_last_error(cudaError_t error, const char *message, const char *file, int line, bool ends) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line, message, (int)error,
          cudaGetErrorString(error));
  if (ends) exit(EXIT_FAILURE);
}
#define getLastCudaError(message) grader_last_error(cudaGetLastError(), message, __FILE__, __LINE__, true)
#define printLastCudaError(message) grader_last_error(cudaGetLastError(), message, __FILE__, __LINE__, false)

static inline int ftoi(float value) { return (int)(value >= 0 ? value + 0.5 : value - 0.5); }

// Lanes for float32 of a multiprocessor (CUDA C++ Programming Guide, "Throughput of Native Arithmetic Instructions").
static inline int _ConvertSMVer2Cores(int major, int minor) {
  if (major == 6) return minor == 0 ? 64 : 128;
  if (major == 7 || (major == 8 && minor == 0)) return 64;
  return 128;
}
static inline const char *_ConvertSMVer2ArchName(int major, int minor) {
  static const char *const names[] = {"Maxwell", "Pascal", "Volta", "Ampere", "Hopper", "Blackwell"};
  if (major == 7 && minor == 5) return "Turing";
  if (major == 8 && minor == 9) return "Ada";
  return names[major < 5 ? 0 : major > 10 ? 5 : major - 5];
}
static inline int gpuDeviceInit(int device) {
  int devices = 0;
  checkCudaErrors(cudaGetDeviceCount(&devices));
  if (device < 0) device = 0;
  if (device >= devices) {
    fprintf(stderr, "gpuDeviceInit (-device=%d) is not a valid GPU device.\n", device);
    return -device;
  }
  checkCudaErrors(cudaSetDevice(device));
  return device;
}
static inline int gpuGetMaxGflopsDeviceId() { return 0; }
static inline int findCudaDevice(int argc, const char **argv) {
  int device = 0;
  if (checkCmdLineFlag(argc, argv, "device")) {
    device = gpuDeviceInit(getCmdLineArgumentInt(argc, argv, "device"));
    if (device < 0) exit(EXIT_FAILURE);
  } else {
    device = gpuGetMaxGflopsDeviceId();
    checkCudaErrors(cudaSetDevice(device));
  }
  cudaDeviceProp properties;
  checkCudaErrors(cudaGetDeviceProperties(&properties, device));
  printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device,
         _ConvertSMVer2ArchName(properties.major, properties.minor), properties.major, properties.minor);
  return device;
}
static inline bool checkCudaCapabilities(int major, int minor) {
  int device = 0;
  cudaDeviceProp properties;
  checkCudaErrors(cudaGetDevice(&device));
  checkCudaErrors(cudaGetDeviceProperties(&properties, device));
  return properties.major > major || (properties.major == major && properties.minor >= minor);
}
