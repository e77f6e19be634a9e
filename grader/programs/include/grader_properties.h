// The fields of cudaDeviceProp that have a value, with their numbers as attributes (0: none), and what an H100 has.
// Where the server knows the device's own value, it tells that one.
#define GRADER_PROPERTIES(FIELD)                \
  FIELD(totalGlobalMem, 0, 85899345920)         \
  FIELD(sharedMemPerBlock, 8, 49152)            \
  FIELD(regsPerBlock, 12, 65536)                \
  FIELD(warpSize, 10, 32)                       \
  FIELD(memPitch, 11, 2147483647)               \
  FIELD(maxThreadsPerBlock, 1, 1024)            \
  FIELD(maxThreadsDim[0], 2, 1024)              \
  FIELD(maxThreadsDim[1], 3, 1024)              \
  FIELD(maxThreadsDim[2], 4, 64)                \
  FIELD(maxGridSize[0], 5, 2147483647)          \
  FIELD(maxGridSize[1], 6, 65535)               \
  FIELD(maxGridSize[2], 7, 65535)               \
  FIELD(clockRate, 13, 1980000)                 \
  FIELD(totalConstMem, 9, 65536)                \
  FIELD(major, 75, 9)                           \
  FIELD(minor, 76, 0)                           \
  FIELD(textureAlignment, 14, 512)              \
  FIELD(deviceOverlap, 15, 1)                   \
  FIELD(multiProcessorCount, 16, 132)           \
  FIELD(canMapHostMemory, 19, 1)                \
  FIELD(concurrentKernels, 31, 1)               \
  FIELD(asyncEngineCount, 40, 3)                \
  FIELD(unifiedAddressing, 41, 1)               \
  FIELD(memoryClockRate, 36, 2619000)           \
  FIELD(memoryBusWidth, 37, 5120)               \
  FIELD(l2CacheSize, 38, 52428800)              \
  FIELD(maxThreadsPerMultiProcessor, 39, 2048)  \
  FIELD(sharedMemPerMultiprocessor, 81, 233472) \
  FIELD(regsPerMultiprocessor, 82, 65536)       \
  FIELD(managedMemory, 83, 1)                   \
  FIELD(concurrentManagedAccess, 89, 1)         \
  FIELD(cooperativeLaunch, 95, 1)               \
  FIELD(sharedMemPerBlockOptin, 97, 232448)     \
  FIELD(maxBlocksPerMultiProcessor, 106, 32)    \
  FIELD(globalL1CacheSupported, 79, 1)          \
  FIELD(localL1CacheSupported, 80, 1)
