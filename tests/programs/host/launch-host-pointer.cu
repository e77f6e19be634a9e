#include <cstdio>
#include <cstdlib>
__global__ void add(const float *a, float *b, int n) {
  int i = threadIdx.x;
  if (i < n) b[i] = a[i] + 1;
}
int main() {
  const int n = 64;
  float *a = (float *)malloc(n * sizeof(float)), *b = (float *)malloc(n * sizeof(float)), *d_a, *d_b;
  for (int i = 0; i < n; ++i) a[i] = i;
  cudaMalloc(&d_a, n * sizeof(float));
  cudaMalloc(&d_b, n * sizeof(float));
  cudaMemcpy(d_a, a, n * sizeof(float), cudaMemcpyHostToDevice);
  add<<<1, n>>>(a, d_b, n);  //! wrong-memory right: add<<<1, n>>>(d_a, d_b, n);
  cudaMemcpy(b, d_b, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%.0f\n", b[63]);
  cudaFree(d_a);
  cudaFree(d_b);
  free(a);
  free(b);
  return 0;
}
