// In the place of Thrust's own: an algorithm waits for all work before it, so it comes after what is in its stream.
#pragma once
#include <thrust/system/cpp/execution_policy.h>

THRUST_NAMESPACE_BEGIN
namespace system {
namespace cuda {
struct grader_par : thrust::system::cpp::detail::execution_policy<grader_par> {
  const grader_par &on(cudaStream_t) const { return *this; }
};
static const grader_par par, par_nosync;
}  // namespace cuda
}  // namespace system
namespace cuda {
using thrust::system::cuda::par;
using thrust::system::cuda::par_nosync;
}  // namespace cuda
THRUST_NAMESPACE_END
