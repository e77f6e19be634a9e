// In the place of Thrust's own: one element of device memory is written in a function of its own, which is known by it.
#pragma once
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/system/cpp/detail/execution_policy.h>

THRUST_NAMESPACE_BEGIN
namespace system {
namespace cpp {
namespace detail {
template <class Policy, class To, class From>
__host__ __device__ __attribute__((noinline)) void assign_value(execution_policy<Policy> &, To to, From from) {
  *thrust::raw_pointer_cast(to) = *thrust::raw_pointer_cast(from);
}
}  // namespace detail
}  // namespace cpp
}  // namespace system
THRUST_NAMESPACE_END
