#include <cstdio>
__global__ void sums(const float *m, float *sum, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int c = 0; c < cols; ++c) s += m[r * cols + c];
  sum[r] = s;
}
int main() {
  const int rows = 20, cols = 50;
  static float m[rows * cols], sum[rows];
  float *d_m, *d_sum;
  cudaMalloc(&d_m, sizeof m);
  cudaMalloc(&d_sum, sizeof sum);
  cudaMemcpy(d_m, m, sizeof m, cudaMemcpyHostToDevice);
  sums<<<1, 64>>>(d_m, d_sum, cols, rows);  //! wrong-call right: sums<<<1, 64>>>(d_m, d_sum, rows, cols);
  cudaMemcpy(sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
  printf("%.0f\n", sum[0]);
  cudaFree(d_m), cudaFree(d_sum);
  return 0;
}
