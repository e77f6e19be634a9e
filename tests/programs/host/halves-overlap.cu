#include <cstdio>
__global__ void twice(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}
int main() {
  const int n = 1000, half = n / 2;
  float *x, *d_x;
  cudaStream_t s[2];
  cudaMallocHost(&x, n * sizeof(float));
  cudaMalloc(&d_x, n * sizeof(float));
  for (int i = 0; i < n; ++i) x[i] = i;
  for (int k = 0; k < 2; ++k) cudaStreamCreate(&s[k]);
  for (int k = 0; k < 2; ++k)
    cudaMemcpyAsync(d_x + k * half, x + k * half, half * sizeof(float), cudaMemcpyHostToDevice, s[k]);
  twice<<<2, 256, 0, s[0]>>>(d_x, half + 12);  //! not-ordered right: twice<<<2, 256, 0, s[0]>>>(d_x, half);
  twice<<<2, 256, 0, s[1]>>>(d_x + half, half);  //! any right: twice<<<2, 256, 0, s[1]>>>(d_x + half, half);
  cudaDeviceSynchronize();
  cudaMemcpy(x, d_x, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%.0f\n", x[n - 1]);
  cudaFree(d_x);
  cudaFreeHost(x);
  for (int k = 0; k < 2; ++k) cudaStreamDestroy(s[k]);
  return 0;
}
