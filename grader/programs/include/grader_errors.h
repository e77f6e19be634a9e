// The runtime's error codes with their numbers and descriptions (CUDA Runtime API, "Data types used by CUDA Runtime").
#pragma once
#define GRADER_ERRORS(ERROR)                                                                             \
  ERROR(cudaSuccess, 0, "no error")                                                                      \
  ERROR(cudaErrorInvalidValue, 1, "invalid argument")                                                    \
  ERROR(cudaErrorMemoryAllocation, 2, "out of memory")                                                   \
  ERROR(cudaErrorInitializationError, 3, "initialization error")                                         \
  ERROR(cudaErrorCudartUnloading, 4, "driver shutting down")                                             \
  ERROR(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                              \
  ERROR(cudaErrorInvalidPitchValue, 12, "invalid pitch argument")                                        \
  ERROR(cudaErrorInvalidSymbol, 13, "invalid device symbol")                                             \
  ERROR(cudaErrorInvalidHostPointer, 16, "invalid host pointer")                                         \
  ERROR(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")                                     \
  ERROR(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")                        \
  ERROR(cudaErrorInsufficientDriver, 35, "CUDA driver version is insufficient for CUDA runtime version") \
  ERROR(cudaErrorMissingConfiguration, 52, "__global__ function call is not configured")                 \
  ERROR(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                                   \
  ERROR(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                                    \
  ERROR(cudaErrorInvalidDevice, 101, "invalid device ordinal")                                           \
  ERROR(cudaErrorInvalidKernelImage, 200, "device kernel image is invalid")                              \
  ERROR(cudaErrorNoKernelImageForDevice, 209, "no kernel image is available for execution on the device") \
  ERROR(cudaErrorInvalidPtx, 218, "a PTX JIT compilation failed")                                        \
  ERROR(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                                  \
  ERROR(cudaErrorSymbolNotFound, 500, "named symbol not found")                                          \
  ERROR(cudaErrorNotReady, 600, "device not ready")                                                      \
  ERROR(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")                        \
  ERROR(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")                   \
  ERROR(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")                          \
  ERROR(cudaErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled")                        \
  ERROR(cudaErrorAssert, 710, "device-side assert triggered")                                            \
  ERROR(cudaErrorHostMemoryAlreadyRegistered, 712, "part or all of the requested memory range is already mapped") \
  ERROR(cudaErrorMisalignedAddress, 716, "misaligned address")                                           \
  ERROR(cudaErrorIllegalInstruction, 715, "an illegal instruction was encountered")                      \
  ERROR(cudaErrorLaunchFailure, 719, "unspecified launch failure")                                       \
  ERROR(cudaErrorNotPermitted, 800, "operation not permitted")                                           \
  ERROR(cudaErrorNotSupported, 801, "operation not supported")                                           \
  ERROR(cudaErrorStreamCaptureUnsupported, 900, "operation not permitted when stream is capturing")      \
  ERROR(cudaErrorStreamCaptureInvalidated, 901, "operation failed due to a previous error during capture") \
  ERROR(cudaErrorGraphExecUpdateFailure, 910, \
        "the graph update was not performed because it included changes which violated constraints specific to " \
        "instantiated graph update") \
  ERROR(cudaErrorUnknown, 999, "unknown error")
#define GRADER_ONE(name, number, words) name = number,
#ifdef __cplusplus
enum [[nodiscard]] cudaError { GRADER_ERRORS(GRADER_ONE) };  // so that Clang says whose error is not looked at
#else
enum cudaError { GRADER_ERRORS(GRADER_ONE) };
#endif
#undef GRADER_ONE
typedef enum cudaError cudaError_t;
