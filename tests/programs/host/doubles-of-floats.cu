#include <vector>
__global__ void third(float *x) { x[threadIdx.x] = threadIdx.x / 3.0f; }
int main() {
  float *d_x;
  cudaMalloc(&d_x, 64 * sizeof(float));
  third<<<1, 64>>>(d_x);
  std::vector<double> x(64);  //! wrong-copy right: std::vector<float> x(64);
  cudaMemcpy(x.data(), d_x, 64 * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  return 0;
}
