// In the place of Thrust's own: errors of the runtime as exceptions have them.
#pragma once
#include <string>
#include <thrust/system/error_code.h>

THRUST_NAMESPACE_BEGIN
namespace system {
struct grader_cuda_category : error_category {
  const char *name() const override { return "cuda"; }
  std::string message(int code) const override {
    return std::string(cudaGetErrorName((cudaError_t)code)) + ": " + cudaGetErrorString((cudaError_t)code);
  }
};
inline const error_category &cuda_category() {
  static const grader_cuda_category made;
  return made;
}
}  // namespace system
using system::cuda_category;
THRUST_NAMESPACE_END
