#include <cstdio>
#include <vector>
#define CK(x) if ((x) != cudaSuccess) { std::printf("failed at %d\n", __LINE__); return 1; }
__global__ void axpy(double a, const double *x, double *y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] += a * x[i]; }
int main() {
  const int n = 1234;
  std::vector<double> x(n, 1.0), y(n, 2.0);
  double *dx, *dy;
  const size_t bytes = n * sizeof(double);
  CK(cudaMalloc(&dx, bytes)); CK(cudaMalloc(&dy, bytes));
  CK(cudaMemcpy(dx, x.data(), bytes, cudaMemcpyHostToDevice));
  CK(cudaMemcpy(dy, y.data(), bytes, cudaMemcpyHostToDevice));
  axpy<<<(n + 255) / 256, 256>>>(3.0, dx, dy, n);
  CK(cudaGetLastError());
  CK(cudaDeviceSynchronize());
  CK(cudaMemcpy(y.data(), dy, n * sizeof(float), cudaMemcpyDeviceToHost));  //! wrong-copy right: CK(cudaMemcpy(y.data(), dy, bytes, cudaMemcpyDeviceToHost));
  std::printf("%g\n", y[n - 1]);
  CK(cudaFree(dx)); CK(cudaFree(dy));
  return 0;
}
