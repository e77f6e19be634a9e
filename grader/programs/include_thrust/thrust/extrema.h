// Thrust's own, with what its third version has no more.
#pragma once
#include_next <thrust/extrema.h>
#include <cuda/std/__algorithm/max.h>
#include <cuda/std/__algorithm/min.h>
#include <thrust/version.h>

#if THRUST_VERSION >= 300000
THRUST_NAMESPACE_BEGIN
using ::cuda::std::max;
using ::cuda::std::min;
THRUST_NAMESPACE_END
#endif
