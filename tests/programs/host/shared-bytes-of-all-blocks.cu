#include <cstdio>
__global__ void sums(const float *x, float *out) {
  extern __shared__ float part[];
  part[threadIdx.x] = x[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    float sum = 0;
    for (unsigned i = 0; i < blockDim.x; ++i) sum += part[i];
    out[blockIdx.x] = sum;
  }
}
void run(const float *d_x, float *d_out, int n, size_t bytes) {
  sums<<<n / 128, 128, bytes>>>(d_x, d_out);
  if (cudaGetLastError()) printf("not started\n");
}
int main() {
  const int n = 16384;
  static float x[n], out[n / 128];
  float *d_x, *d_out;
  cudaMalloc(&d_x, sizeof x);
  cudaMalloc(&d_out, sizeof out);
  cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
  run(d_x, d_out, n, n * sizeof(float));  //! invalid-launch right: run(d_x, d_out, n, 128 * sizeof(float));
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  printf("%.0f\n", out[3]);
  cudaFree(d_x);
  cudaFree(d_out);
  return 0;
}
