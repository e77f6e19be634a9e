#include <cstdio>
__global__ void reverse(float *x, int n) {
  extern __shared__ float s[];
  int i = threadIdx.x;
  if (i < n) s[i] = x[i];
  __syncthreads();
  if (i < n) x[i] = s[n - 1 - i];
}
int main() {
  const int n = 256;
  float x[n], *d_x;
  for (int i = 0; i < n; ++i) x[i] = i;
  cudaMalloc(&d_x, sizeof(x));
  cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice);
  reverse<<<1, n, n * n * sizeof(float)>>>(d_x, n);  //! invalid-launch right: reverse<<<1, n, n * sizeof(float)>>>(d_x, n);
  cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
  printf("%.0f\n", x[0]);
  cudaFree(d_x);
  return 0;
}
