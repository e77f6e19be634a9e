// Thrust's vectors, pointers and algorithms together with kernels, compared with what must come out.
#include <cstdio>
#include <iostream>
#include <iterator>
#include <string>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/error.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>

__device__ int twice_of(int x) { return 2 * x; }
__device__ int lane() { return threadIdx.x % warpSize; }
struct Saxpy {
  float a;
  __host__ __device__ float operator()(const float &x, const float &y) const { return a * x + y; }
};
struct IsEven : thrust::unary_function<int, bool> { __device__ bool operator()(int x) const { return x % 2 == 0; } };
struct Twice { __device__ int operator()(int x) const { return twice_of(x); } };
struct Random {
  __host__ __device__ float operator()(int i) const {
    thrust::default_random_engine engine;
    engine.discard(i);
    return thrust::uniform_real_distribution<float>(0, 1)(engine);
  }
};
struct Point { float x, y; };
struct Inside { __host__ __device__ int operator()(const Point &p) const { return p.x * p.x + p.y * p.y < 1; } };
__global__ void add(int *x, int n, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += twice_of(by) + 0 * lane();
}

int wrong = 0;
#define IS(what, expected) \
  if ((what) != (expected)) wrong++, std::cout << "line " << __LINE__ << ": " << (what) << "\n"

int main() {
  const int n = 1000;
  using namespace thrust::placeholders;
  thrust::device_vector<int> d(n);
  thrust::sequence(d.begin(), d.end());
  IS(thrust::reduce(d.begin(), d.end()), n * (n - 1) / 2);
  IS(thrust::count_if(d.begin(), d.end(), IsEven()), 500);
  thrust::transform(d.begin(), d.end(), d.begin(), Twice());
  IS(d[7], 14);
  IS(thrust::count_if(d.begin(), d.end(), thrust::not1(IsEven())), 0);
  add<<<4, 256>>>(thrust::raw_pointer_cast(d.data()), n, 1);
  IS(d[0], 2);
  IS(*thrust::max_element(d.begin(), d.end()), 2000);
  d[3] = -5;
  IS(thrust::min_element(d.begin(), d.end()) - d.begin(), 3);
  thrust::transform(d.begin(), d.end(), d.begin(), _1 * 3 + 1);
  IS(d[3], -14);

  int *raw, back[n];
  cudaMalloc(&raw, n * sizeof(int));
  thrust::device_ptr<int> p(raw);
  thrust::fill(p, p + n, 7);
  add<<<4, 256>>>(raw, n, 2);
  IS(thrust::reduce(p, p + n, 0, thrust::plus<int>()), 11 * n);
  thrust::sequence(thrust::device, raw, raw + n, 5);
  cudaMemcpy(back, raw, sizeof(back), cudaMemcpyDeviceToHost);
  IS(back[9], 14);
  int large = thrust::transform_reduce(
      thrust::device, raw, raw + n, [=] __device__ (int x) { return x > 500 ? 1 : 0; }, 0, thrust::plus<int>());
  IS(large, 504);
  thrust::for_each(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(n),
                   [=] __device__ (int i) { raw[i] = twice_of(i); });
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  add<<<4, 256, 0, stream>>>(raw, n, 1);
  IS(thrust::reduce(thrust::cuda::par.on(stream), p, p + n), n * (n - 1) + 2 * n);
  cudaStreamDestroy(stream);
  cudaFree(raw);

  try {
    thrust::device_ptr<int> own = thrust::device_malloc<int>(thrust::min(n, 256));
    thrust::fill(own, own + 256, 1);
    add<<<1, 256>>>(own.get(), 256, 1);
    IS(thrust::reduce(own, own + 256), 3 * 256);
    thrust::device_free(own);
    throw thrust::system_error(cudaErrorInvalidValue, thrust::cuda_category(), "as told");
  } catch (thrust::system_error &error) {
    IS(error.what(), std::string("as told: cudaErrorInvalidValue: invalid argument"));
  }

  thrust::host_vector<float> hx(n), hy(n, 1.0f);
  for (int i = 0; i < n; i++) hx[i] = i;
  thrust::device_vector<float> x = hx, y = hy;
  thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), Saxpy{2});
  hy = y;
  IS(hy[10], 21);
  thrust::copy(y.begin(), y.end(), hx.begin());
  IS(hx[999], 1999);
  IS(thrust::inner_product(x.begin(), x.begin() + 4, x.begin(), 0.0f), 14);
  auto pairs = thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin()));
  IS(thrust::get<1>(pairs[3]), 7);
  thrust::transform(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(n), x.begin(), Random());
  float mean = thrust::reduce(x.begin(), x.end()) / n;
  IS(mean > 0.45f && mean < 0.55f, true);

  const int k[] = {3, 1, 2, 1, 3, 3}, v[] = {10, 20, 30, 40, 50, 60};
  thrust::device_vector<int> keys(k, k + 6), values(v, v + 6), made(6), sums(6);
  thrust::sort_by_key(keys.begin(), keys.end(), values.begin());
  IS(values[0], 20);
  thrust::exclusive_scan(values.begin(), values.end(), made.begin());
  IS(made[5], 150);
  auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), made.begin(), sums.begin());
  IS(ends.first - made.begin(), 3);
  IS(sums[2], 120);
  keys.erase(thrust::unique(keys.begin(), keys.end()), keys.end());
  thrust::sort(keys.begin(), keys.end(), thrust::greater<int>());
  keys.push_back(9), keys.resize(6, 4);
  std::ostream_iterator<int> out(std::cout, " ");
  thrust::copy(keys.begin(), keys.end(), out);
  std::cout << std::endl;

  thrust::device_vector<Point> points(100, Point{0.5f, 0.5f});
  points[3] = Point{2, 2};
  IS(thrust::transform_reduce(points.begin(), points.end(), Inside(), 0, thrust::plus<int>()), 99);
  std::puts(wrong ? "wrong" : "right");
  return wrong != 0;
}
