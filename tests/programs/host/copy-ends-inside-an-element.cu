#include <vector>
__global__ void twice(const double *x, double *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i];
}
double *sent(const std::vector<double> &from) {
  double *to;
  cudaMalloc(&to, from.size() * sizeof(double));
  cudaMemcpy(to, from.data(), from.size(), cudaMemcpyHostToDevice);  //! wrong-copy right: cudaMemcpy(to, from.data(), from.size() * sizeof(double), cudaMemcpyHostToDevice);
  return to;
}
int main() {
  std::vector<double> x(1003, 1), y(1003);
  double *d_x = sent(x), *d_y;
  cudaMalloc(&d_y, y.size() * sizeof(double));
  twice<<<4, 256>>>(d_x, d_y, 1003);
  cudaMemcpy(y.data(), d_y, y.size() * sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  cudaFree(d_y);
  return y[1002] != 2;
}
