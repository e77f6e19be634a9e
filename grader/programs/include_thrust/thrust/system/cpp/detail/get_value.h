// In the place of Thrust's own: one element of device memory is read in a function of its own, which is known by it.
#pragma once
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/system/cpp/detail/execution_policy.h>

THRUST_NAMESPACE_BEGIN
namespace system {
namespace cpp {
namespace detail {
template <class Policy, class Pointer>
__host__ __device__ __attribute__((noinline)) thrust::detail::it_value_t<Pointer> get_value(
    execution_policy<Policy> &, Pointer at) {
  return *thrust::raw_pointer_cast(at);
}
}  // namespace detail
}  // namespace cpp
}  // namespace system
THRUST_NAMESPACE_END
