#include <cstdio>
#include <vector>
__global__ void squared(const int *x, int *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] * x[i];
}
int main() {
  const int n = 1002, parts = 4, part = n / parts;
  std::vector<int> x(n, 3), y(n);
  int *d_x, *d_y;
  cudaMalloc(&d_x, n * sizeof(int));
  cudaMalloc(&d_y, n * sizeof(int));
  for (int p = 0; p < parts; ++p) {
    cudaMemcpy(d_x + p * part, &x[p * part], part * sizeof(int), cudaMemcpyHostToDevice);
    squared<<<1, 256>>>(d_x + p * part, d_y + p * part, part);
    cudaMemcpy(&y[p * part], d_y + p * part, part * sizeof(int), cudaMemcpyDeviceToHost);
  }
  for (int i = part * parts; i < n; ++i) y[i] = x[i] * x[i];  // the host takes what is left
  int wrong = 0;
  for (int each : y) wrong += each != 9;
  puts(wrong ? "wrong" : "right");
  cudaFree(d_x);
  cudaFree(d_y);
  return wrong;
}
