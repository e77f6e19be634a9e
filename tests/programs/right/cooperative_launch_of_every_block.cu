// A cooperative launch of as many blocks as the device has room for, which all meet at the grid's barrier.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void __launch_bounds__(1024) reverse(const int *x, int *halfway, int *y, int n) {
  cg::grid_group grid = cg::this_grid();
  for (int i = grid.thread_rank(); i < n; i += grid.size()) halfway[i] = x[i];
  grid.sync();
  for (int i = grid.thread_rank(); i < n; i += grid.size()) y[i] = halfway[n - 1 - i];
}

int main() {
  enum { N = 3000 };
  static int h[N];
  int *x, *halfway, *y, n = N, most, processors;
  for (int i = 0; i < N; i++) h[i] = i;
  if (cudaMalloc(&x, sizeof h) || cudaMalloc(&halfway, sizeof h) || cudaMalloc(&y, sizeof h)) return 2;
  if (cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice)) return 2;
  if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&most, reverse, 1024, 0)) return 2;
  if (cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0)) return 2;
  void *arguments[] = {&x, &halfway, &y, &n};
  if (cudaLaunchCooperativeKernel((void *)reverse, dim3(most * processors), dim3(1024), arguments, 0, 0)) return 2;
  if (cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost)) return 2;
  if (cudaFree(x) || cudaFree(halfway) || cudaFree(y)) return 2;
  int wrong = 0;
  for (int i = 0; i < N; i++) wrong += h[i] != N - 1 - i;
  std::puts(wrong ? "wrong" : "right");
}
