// What nvcc gives the host half of a program without an #include, and cuda_runtime.h: types and the runtime's functions.
// Each function has two more parameters, filled in by the compiler: the line and the file of the call.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <assert.h>
#include <time.h>
#include <limits.h>
#ifdef __cplusplus
#include <new>
#include <utility>
#endif

#define __CUDACC__ 1
#define __NVCC__ 1
#define CUDART_VERSION 12000
#define CUDA_VERSION 12000
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 0

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device, managed))
#define __grid_constant__
#define __launch_bounds__(...)
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define CUDART_CB
#define CUDARTAPI
#define CUDART_PI_F 3.141592654f
#define CUDART_INF_F __builtin_inff()
#define CUDART_NAN_F __builtin_nanf("")

typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned char uchar;
typedef unsigned long ulong;

#define GRADER_FN __host__ __device__ static inline
#include "grader_types.h"
GRADER_FN float rsqrtf(float x) { return 1 / sqrtf(x); }
GRADER_FN double rsqrt(double x) { return 1 / sqrt(x); }

// Device code is compiled elsewhere. These stand for what __host__ __device__ functions may name.
extern const __device__ uint3 threadIdx, blockIdx;
extern const __device__ dim3 blockDim, gridDim;
extern const __device__ int warpSize;
__device__ void __syncthreads();

#if defined(GRADER_ON) && defined(__cplusplus)
extern "C" unsigned grader_edit;
#endif
#include "grader_errors.h"

enum cudaMemcpyKind {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4
};

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct CUstream_st *CUstream;
#define cudaStreamDefault 0u
#define cudaStreamNonBlocking 1u
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)
#define cudaEventDefault 0u
#define cudaEventBlockingSync 1u
#define cudaEventDisableTiming 2u
#define cudaHostRegisterDefault 0u
#define cudaHostRegisterPortable 1u
#define cudaHostRegisterMapped 2u
#define cudaHostAllocDefault 0u
#define cudaHostAllocPortable 1u
#define cudaHostAllocMapped 2u
#define cudaHostAllocWriteCombined 4u
#define cudaMemAttachGlobal 1u
#define cudaMemAttachHost 2u
#define cudaMemAttachSingle 4u
#define cudaDeviceScheduleAuto 0u
#define cudaDeviceScheduleSpin 1u
#define cudaDeviceScheduleYield 2u
#define cudaDeviceScheduleBlockingSync 4u
#define cudaDeviceBlockingSync 4u
#define cudaDeviceMapHost 8u
#define cudaCpuDeviceId (-1)
#define cudaInvalidDeviceId (-2)

enum cudaFuncCache {
  cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual
};
enum cudaSharedMemConfig {
  cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte, cudaSharedMemBankSizeEightByte
};
enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
enum cudaLimit {
  cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize, cudaLimitDevRuntimeSyncDepth,
  cudaLimitDevRuntimePendingLaunchCount, cudaLimitMaxL2FetchGranularity, cudaLimitPersistingL2CacheSize
};
enum cudaComputeMode {
  cudaComputeModeDefault, cudaComputeModeExclusive, cudaComputeModeProhibited, cudaComputeModeExclusiveProcess
};
enum cudaMemoryAdvise {
  cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly, cudaMemAdviseSetPreferredLocation,
  cudaMemAdviseUnsetPreferredLocation, cudaMemAdviseSetAccessedBy, cudaMemAdviseUnsetAccessedBy
};
enum cudaMemLocationType {
  cudaMemLocationTypeInvalid, cudaMemLocationTypeDevice, cudaMemLocationTypeHost, cudaMemLocationTypeHostNuma,
  cudaMemLocationTypeHostNumaCurrent
};
struct cudaMemLocation { enum cudaMemLocationType type; int id; };
enum cudaDeviceAttr {
  cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxBlockDimX = 2, cudaDevAttrMaxBlockDimY = 3,
  cudaDevAttrMaxBlockDimZ = 4, cudaDevAttrMaxGridDimX = 5, cudaDevAttrMaxGridDimY = 6, cudaDevAttrMaxGridDimZ = 7,
  cudaDevAttrMaxSharedMemoryPerBlock = 8, cudaDevAttrTotalConstantMemory = 9, cudaDevAttrWarpSize = 10,
  cudaDevAttrMaxPitch = 11, cudaDevAttrMaxRegistersPerBlock = 12, cudaDevAttrClockRate = 13,
  cudaDevAttrTextureAlignment = 14, cudaDevAttrGpuOverlap = 15, cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrKernelExecTimeout = 17, cudaDevAttrIntegrated = 18, cudaDevAttrCanMapHostMemory = 19,
  cudaDevAttrComputeMode = 20, cudaDevAttrConcurrentKernels = 31, cudaDevAttrEccEnabled = 32,
  cudaDevAttrPciBusId = 33, cudaDevAttrPciDeviceId = 34, cudaDevAttrTccDriver = 35, cudaDevAttrMemoryClockRate = 36, cudaDevAttrGlobalMemoryBusWidth = 37, cudaDevAttrL2CacheSize = 38,
  cudaDevAttrMaxThreadsPerMultiProcessor = 39, cudaDevAttrAsyncEngineCount = 40, cudaDevAttrUnifiedAddressing = 41,
  cudaDevAttrComputeCapabilityMajor = 75, cudaDevAttrComputeCapabilityMinor = 76,
  cudaDevAttrStreamPrioritiesSupported = 78, cudaDevAttrGlobalL1CacheSupported = 79,
  cudaDevAttrLocalL1CacheSupported = 80,
  cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81, cudaDevAttrMaxRegistersPerMultiprocessor = 82,
  cudaDevAttrManagedMemory = 83, cudaDevAttrIsMultiGpuBoard = 84, cudaDevAttrMultiGpuBoardGroupID = 85,
  cudaDevAttrHostNativeAtomicSupported = 86, cudaDevAttrSingleToDoublePrecisionPerfRatio = 87,
  cudaDevAttrPageableMemoryAccess = 88, cudaDevAttrConcurrentManagedAccess = 89,
  cudaDevAttrComputePreemptionSupported = 90, cudaDevAttrCooperativeLaunch = 95,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97, cudaDevAttrMaxBlocksPerMultiprocessor = 106,
  cudaDevAttrMaxPersistingL2CacheSize = 108, cudaDevAttrMemoryPoolsSupported = 115
};
enum cudaDeviceP2PAttr {
  cudaDevP2PAttrPerformanceRank = 1, cudaDevP2PAttrAccessSupported, cudaDevP2PAttrNativeAtomicSupported,
  cudaDevP2PAttrCudaArrayAccessSupported
};
typedef struct CUmemPoolHandle_st *cudaMemPool_t;
enum cudaMemPoolAttr {
  cudaMemPoolReuseFollowEventDependencies = 1, cudaMemPoolReuseAllowOpportunistic,
  cudaMemPoolReuseAllowInternalDependencies, cudaMemPoolAttrReleaseThreshold
};
enum cudaAccessProperty { cudaAccessPropertyNormal, cudaAccessPropertyStreaming, cudaAccessPropertyPersisting };
struct cudaAccessPolicyWindow {
  void *base_ptr;
  size_t num_bytes;
  float hitRatio;
  cudaAccessProperty hitProp, missProp;
};
typedef int cudaStreamAttrID;
union cudaStreamAttrValue { char pad[64]; cudaAccessPolicyWindow accessPolicyWindow; int syncPolicy, priority; };
enum { cudaStreamAttributeAccessPolicyWindow = 1, cudaStreamAttributeSynchronizationPolicy = 3 };

// As in CUDA 12. Programs read the fields by name; those that no GPU decides are 0.
struct cudaUUID_t { char bytes[16]; };
struct cudaDeviceProp {
  char name[256];
  cudaUUID_t uuid;
  char luid[8];
  unsigned int luidDeviceNodeMask;
  size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  size_t memPitch;
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
  size_t totalConstMem;
  int major, minor;
  size_t textureAlignment, texturePitchAlignment;
  int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode;
  int maxTexture1D, maxTexture1DMipmap, maxTexture1DLinear, maxTexture2D[2], maxTexture2DMipmap[2];
  int maxTexture2DLinear[3], maxTexture2DGather[2], maxTexture3D[3], maxTexture3DAlt[3], maxTextureCubemap;
  int maxTexture1DLayered[2], maxTexture2DLayered[3], maxTextureCubemapLayered[2];
  int maxSurface1D, maxSurface2D[2], maxSurface3D[3], maxSurface1DLayered[2], maxSurface2DLayered[3];
  int maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
  size_t surfaceAlignment;
  int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount;
  int unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize;
  int maxThreadsPerMultiProcessor, streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID, hostNativeAtomicSupported;
  int singleToDoublePrecisionPerfRatio, pageableMemoryAccess, concurrentManagedAccess, computePreemptionSupported;
  int canUseHostPointerForRegisteredMem, cooperativeLaunch, cooperativeMultiDeviceLaunch;
  size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost, maxBlocksPerMultiProcessor;
  int accessPolicyMaxWindowSize;
  size_t reservedSharedMemPerBlock;
};
struct cudaFuncAttributes {
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes;
  int preferredShmemCarveout;
};
struct cudaPointerAttributes { int type; int device; void *devicePointer; void *hostPointer; };
enum { cudaMemoryTypeUnregistered = 0, cudaMemoryTypeHost = 1, cudaMemoryTypeDevice = 2, cudaMemoryTypeManaged = 3 };

enum cudaStreamCaptureMode {
  cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed
};
enum cudaStreamCaptureStatus { cudaStreamCaptureStatusNone, cudaStreamCaptureStatusActive };
enum cudaGraphExecUpdateResult {
  cudaGraphExecUpdateSuccess, cudaGraphExecUpdateError, cudaGraphExecUpdateErrorTopologyChanged
};
struct cudaGraphExecUpdateResultInfo {
  cudaGraphExecUpdateResult result;
  struct CUgraphNode_st *errorNode, *errorFromNode;
};
#include "grader_graphs.h"
#include "grader_properties.h"
#include "grader_textures.h"
static inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f) {
  return cudaChannelFormatDesc{x, y, z, w, f};
}
// Of a scalar, or of a vector whose parts are x, y, z and w.
template <class T> struct GraderChannel { typedef decltype(T().x) type; };
#define GRADER_CHANNEL(T) template <> struct GraderChannel<T> { typedef T type; };
GRADER_CHANNEL(float) GRADER_CHANNEL(char) GRADER_CHANNEL(signed char) GRADER_CHANNEL(unsigned char)
GRADER_CHANNEL(short) GRADER_CHANNEL(unsigned short) GRADER_CHANNEL(int) GRADER_CHANNEL(unsigned int)
#undef GRADER_CHANNEL
template <class T> static inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  typedef typename GraderChannel<T>::type One;
  int bits = 8 * (int)sizeof(One), count = (int)(sizeof(T) / sizeof(One));
  cudaChannelFormatKind kind = (One)0.5f != (One)0 ? cudaChannelFormatKindFloat
                               : (One)-1 < (One)0  ? cudaChannelFormatKindSigned
                                                   : cudaChannelFormatKindUnsigned;
  return cudaChannelFormatDesc{bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 3 ? bits : 0, kind};
}
static inline cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t pitch, size_t width, size_t height) {
  return cudaPitchedPtr{p, pitch, width, height};
}
static inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  return cudaExtent{width, height, depth};
}
static inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return cudaPos{x, y, z}; }
typedef void (*cudaStreamCallback_t)(cudaStream_t, cudaError_t, void *);

#define GRADER_AT int grader_line = __builtin_LINE(), const char *grader_file = __builtin_FILE()
#define GRADER_HERE grader_line, grader_file
#define GRADER_IS(value) = value

extern "C" {
// <<<...>>>: Clang calls these.
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0, GRADER_AT);
cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream);

// Names and descriptions are known here; all other calls go to the server.
const char *cudaGetErrorString(cudaError_t error);
const char *cudaGetErrorName(cudaError_t error);

#include "grader_calls.h"
}

static inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp *made, int device, GRADER_AT) {
  struct { char name[256]; int64_t values[96]; } told = {};
  cudaError_t error = grader_properties(&told, device, GRADER_HERE);
  if (error) return error;
  memset(made, 0, sizeof *made);
  memcpy(made->name, told.name, sizeof made->name);
  const int64_t *next = told.values;
#define GRADER_FIELD(name, attribute, usual) made->name = *next++;
  GRADER_PROPERTIES(GRADER_FIELD)
#undef GRADER_FIELD
  return error;
}

// Typed pointers, as CUDA's headers take them.
template <class T> static inline cudaError_t cudaMalloc(T **p, size_t n, GRADER_AT) {
  return cudaMalloc((void **)p, n, GRADER_HERE);
}
template <class T> static inline cudaError_t cudaMallocHost(T **p, size_t n, unsigned f = 0, GRADER_AT) {
  return cudaMallocHost((void **)p, n, f, GRADER_HERE);
}
template <class T> static inline cudaError_t cudaHostAlloc(T **p, size_t n, unsigned f, GRADER_AT) {
  return cudaHostAlloc((void **)p, n, f, GRADER_HERE);
}
template <class T> static inline cudaError_t cudaMallocManaged(T **p, size_t n, unsigned f = 1, GRADER_AT) {
  return cudaMallocManaged((void **)p, n, f, GRADER_HERE);
}
template <class T> static inline cudaError_t cudaMallocAsync(T **p, size_t n, cudaStream_t s, GRADER_AT) {
  return cudaMallocAsync((void **)p, n, s, GRADER_HERE);
}
// Since CUDA 13 advice names a place, not a device.
static inline cudaError_t cudaMemPrefetchAsync(
    const void *p, size_t n, cudaMemLocation to, unsigned flags, cudaStream_t stream = 0, GRADER_AT) {
  return cudaMemPrefetchAsync(p, n, to.id, stream, GRADER_HERE);
}
static inline cudaError_t cudaMemAdvise(
    const void *p, size_t n, cudaMemoryAdvise advice, cudaMemLocation at, GRADER_AT) {
  return cudaMemAdvise(p, n, advice, at.id, GRADER_HERE);
}
template <class T> static inline cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t w, size_t h, GRADER_AT) {
  return cudaMallocPitch((void **)p, pitch, w, h, GRADER_HERE);
}
template <class T> static inline cudaError_t cudaHostGetDevicePointer(T **p, void *host, unsigned f, GRADER_AT) {
  return cudaHostGetDevicePointer((void **)p, host, f, GRADER_HERE);
}
template <class T>
static inline cudaError_t cudaMemcpyToSymbol(
    const T &symbol, const void *from, size_t n, size_t at = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice, GRADER_AT) {
  return grader_to_symbol((const void *)&symbol, from, n, at, kind, 0, 0, GRADER_HERE);
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbol(
    void *to, const T &symbol, size_t n, size_t at = 0, cudaMemcpyKind kind = cudaMemcpyDeviceToHost, GRADER_AT) {
  return grader_from_symbol(to, (const void *)&symbol, n, at, kind, 0, 0, GRADER_HERE);
}
template <class T>
static inline cudaError_t cudaMemcpyToSymbolAsync(
    const T &symbol, const void *from, size_t n, size_t at = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice,
    cudaStream_t stream = 0, GRADER_AT) {
  return grader_to_symbol((const void *)&symbol, from, n, at, kind, 1, stream, GRADER_HERE);
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbolAsync(
    void *to, const T &symbol, size_t n, size_t at = 0, cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
    cudaStream_t stream = 0, GRADER_AT) {
  return grader_from_symbol(to, (const void *)&symbol, n, at, kind, 1, stream, GRADER_HERE);
}
template <class T> static inline cudaError_t cudaGetSymbolAddress(void **p, const T &symbol, GRADER_AT) {
  return grader_symbol_address(p, (const void *)&symbol, GRADER_HERE);
}
template <class T> static inline cudaError_t cudaGetSymbolSize(size_t *n, const T &symbol, GRADER_AT) {
  return grader_symbol_size(n, (const void *)&symbol, GRADER_HERE);
}
// A launch with its arguments in an array; of a cooperative one the emulator runs all blocks at once, as of any.
template <class T>
static inline cudaError_t cudaLaunchCooperativeKernel(
    T *kernel, dim3 grid, dim3 block, void **args, size_t shared = 0, cudaStream_t stream = 0, GRADER_AT) {
  return grader_launch((const void *)kernel, grid, block, args, shared, stream, GRADER_HERE);
}
// By a macro: of a const void * an overload would lose to the function that <<<...>>> calls, which has no place.
template <class T>
static inline cudaError_t grader_launch_kernel(
    T *kernel, dim3 grid, dim3 block, void **args, size_t shared = 0, cudaStream_t stream = 0, GRADER_AT) {
  return grader_launch((const void *)kernel, grid, block, args, shared, stream, GRADER_HERE);
}
#define cudaLaunchKernel(...) grader_launch_kernel(__VA_ARGS__)
static inline cudaError_t cudaGraphInstantiate(
    cudaGraphExec_t *made, cudaGraph_t graph, unsigned long long flags = 0, GRADER_AT) {
  return grader_instantiate(made, graph, GRADER_HERE);
}
static inline cudaError_t cudaGraphInstantiateWithFlags(
    cudaGraphExec_t *made, cudaGraph_t graph, unsigned long long flags = 0, GRADER_AT) {
  return grader_instantiate(made, graph, GRADER_HERE);
}
template <class Node>
static inline cudaError_t cudaGraphInstantiate(
    cudaGraphExec_t *made, cudaGraph_t graph, Node, char *, size_t, GRADER_AT) {
  return grader_instantiate(made, graph, GRADER_HERE);
}
static inline cudaError_t cudaGraphExecUpdate(
    cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *told, GRADER_AT) {
  cudaError_t error = grader_update(exec, graph, GRADER_HERE);
  *told = {error ? cudaGraphExecUpdateErrorTopologyChanged : cudaGraphExecUpdateSuccess, 0, 0};
  return error;
}
// As before CUDA 12: the node that is in the way comes by itself.
static inline cudaError_t cudaGraphExecUpdate(
    cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t *, cudaGraphExecUpdateResult *told, GRADER_AT) {
  cudaGraphExecUpdateResultInfo info;
  cudaError_t error = cudaGraphExecUpdate(exec, graph, &info, GRADER_HERE);
  *told = info.result;
  return error;
}
template <class T>
static inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *made, T *f, GRADER_AT) {
  return grader_function_get(made, (const void *)f, GRADER_HERE);
}
template <class T> static inline cudaError_t cudaFuncSetAttribute(T *f, cudaFuncAttribute what, int value, GRADER_AT) {
  return grader_function_set((const void *)f, what, value, GRADER_HERE);
}
template <class T> static inline cudaError_t cudaFuncSetCacheConfig(T *f, cudaFuncCache, GRADER_AT) {
  return grader_function_set((const void *)f, 0, 0, GRADER_HERE);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int *blocks, T *f, int threads, size_t shared, GRADER_AT) {
  return grader_occupancy(blocks, (const void *)f, threads, shared, GRADER_HERE);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, T *f, int threads, size_t shared, unsigned flags, GRADER_AT) {
  return grader_occupancy(blocks, (const void *)f, threads, shared, GRADER_HERE);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(
    int *grid, int *block, T *f, size_t shared = 0, int most = 0, GRADER_AT) {
  return grader_block_size(grid, block, (const void *)f, shared, most, GRADER_HERE);
}
