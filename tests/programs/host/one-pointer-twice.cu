#include <cstdio>
#include <cstdlib>
#include <vector>
#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { std::printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); std::exit(1); } } while (0)
__global__ void add(const int *a, const int *b, int *c, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) c[i] = a[i] + b[i]; }
int main() {
  const int n = 999;
  std::vector<int> a(n, 1), b(n, 2), c(n);
  int *da, *db, *dc;
  CK(cudaMalloc(&da, n * sizeof(int)));
  CK(cudaMalloc(&db, n * sizeof(int)));
  CK(cudaMalloc(&dc, n * sizeof(int)));
  CK(cudaMemcpy(da, a.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  CK(cudaMemcpy(db, b.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  add<<<4, 256>>>(da, db, db, n);  //! copied-unset right: add<<<4, 256>>>(da, db, dc, n);
  CK(cudaGetLastError());
  CK(cudaDeviceSynchronize());
  CK(cudaMemcpy(c.data(), dc, n * sizeof(int), cudaMemcpyDeviceToHost));
  std::printf("%d\n", c[5]);
  CK(cudaFree(da)); CK(cudaFree(db)); CK(cudaFree(dc));
}
