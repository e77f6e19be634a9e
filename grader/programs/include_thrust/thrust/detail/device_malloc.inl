// In the place of Thrust's own: this memory is the device's.
#pragma once
#include <new>
#include <thrust/detail/config.h>
#include <thrust/device_malloc.h>
#include <thrust/device_ptr.h>
#include <thrust/system_error.h>

THRUST_NAMESPACE_BEGIN
inline device_ptr<void> device_malloc(const std::size_t n) {
  void *made = nullptr;
  if (cudaMalloc(&made, n, 0, nullptr) != cudaSuccess) throw std::bad_alloc();
  return device_ptr<void>(made);
}
template <typename T> inline device_ptr<T> device_malloc(const std::size_t n) {
  return device_ptr<T>(static_cast<T *>(device_malloc(n * sizeof(T)).get()));
}
THRUST_NAMESPACE_END
