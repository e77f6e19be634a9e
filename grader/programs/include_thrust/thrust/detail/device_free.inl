// In the place of Thrust's own, beside device_malloc.inl.
#pragma once
#include <thrust/detail/config.h>
#include <thrust/device_free.h>
#include <thrust/device_ptr.h>

THRUST_NAMESPACE_BEGIN
inline void device_free(device_ptr<void> memory) { (void)cudaFree(memory.get(), 0, nullptr); }
THRUST_NAMESPACE_END
