// In the place of Thrust's own: a device vector's memory is the device's.
#pragma once
#include <new>
#include <thrust/detail/config.h>
#include <thrust/extrema.h>
#include <thrust/mr/fancy_pointer_resource.h>
#include <thrust/mr/memory_resource.h>
#include <thrust/system/cpp/pointer.h>
#include <thrust/system_error.h>

THRUST_NAMESPACE_BEGIN
namespace system {
namespace cpp {
struct grader_resource final : mr::memory_resource<> {
  void *do_allocate(std::size_t bytes, std::size_t) override {
    void *made = nullptr;
    if (bytes && cudaMalloc(&made, bytes, 0, nullptr) != cudaSuccess) throw std::bad_alloc();
    return made;
  }
  void do_deallocate(void *memory, std::size_t, std::size_t) override { (void)cudaFree(memory, 0, nullptr); }
};
using memory_resource = mr::fancy_pointer_resource<grader_resource, cpp::pointer<void>>;
using universal_memory_resource = mr::fancy_pointer_resource<grader_resource, cpp::universal_pointer<void>>;
using universal_host_pinned_memory_resource = memory_resource;
}  // namespace cpp
}  // namespace system
THRUST_NAMESPACE_END
