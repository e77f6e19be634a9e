#include <cstdio>
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <helper_math.h>
#include <mma.h>
#include <omp.h>
namespace cg = cooperative_groups;

#define CHECK(call) if (call) return 1

__device__ __host__ float3 middle(float3 a, float3 b) { return lerp(a, b, 0.5f); }
__device__ void wait(cg::thread_block block, half) { block.sync(); }
__global__ void average(const float3 *x, float3 *y) {
  wait(cg::this_thread_block(), half(1));
  y[threadIdx.x] = middle(x[threadIdx.x], make_float3(1, 2, 3));
}

// What only makes programs faster, and what the host half knows of types and of functions for both.
int main() {
  unsigned n = 64;
  int most = 32, value = 0, threads = omp_get_max_threads();
  n = min(n, most);
  float3 x[32], y[32], *d_x, *d_y;
  for (unsigned i = 0; i < n; i++) x[i] = make_float3(i);
  cudaStream_t stream;
  cudaMemPool_t pool;
  unsigned long long threshold = ~0ull;
  cudaStreamAttrValue window = {};
  window.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &window));
  CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMemoryPoolsSupported, 0));
  CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
  CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  CHECK(cudaMallocAsync(&d_x, sizeof x, stream));
  cudaMemLocation device = {cudaMemLocationTypeDevice, 0};
  int *everywhere;
  CHECK(cudaMallocManaged(&everywhere, 64));
  CHECK(cudaMemAdvise(everywhere, 64, cudaMemAdviseSetPreferredLocation, device));
  CHECK(cudaMemPrefetchAsync(everywhere, 64, device, 0, stream));
  CHECK(cudaMemPrefetchAsync(everywhere, 64, 0, stream));
  CHECK(cudaFree(everywhere));
  CHECK(cudaMallocAsync(&d_y, sizeof x, stream));
  CHECK(cudaMemcpyAsync(d_x, x, sizeof x, cudaMemcpyHostToDevice, stream));
  average<<<1, n, 0, stream>>>(d_x, d_y);
  CHECK(cudaMemcpyAsync(y, d_y, sizeof x, cudaMemcpyDeviceToHost, stream));
  CHECK(cudaFreeAsync(d_x, stream));
  CHECK(cudaFreeAsync(d_y, stream));
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaStreamDestroy(stream));
  for (unsigned i = 0; i < n; i++) {
    float3 expected = middle(x[i], make_float3(1, 2, 3));
    if (y[i].x != expected.x || y[i].z != (i + 3) / 2.0f) return 2;
  }
  int big = 1 << 16;
  volatile int wraps = big * big;  // as with the compilers of nvcc, and not as a compiler may have it
  puts(value == 1 && threads == 1 && wraps == 0 && rsqrtf(4.0f) == 0.5f ? "right" : "wrong");
  return 0;
}
