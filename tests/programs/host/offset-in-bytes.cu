#include <vector>
__global__ void twice(float *x) { x[threadIdx.x] *= 2; }  //! any
int main() {
  const int part = 64, parts = 3, bytes = part * sizeof(float);
  std::vector<float> x(part * parts, 1.0f);
  float *d_x;
  cudaMalloc(&d_x, parts * bytes);
  for (int n = 0; n < parts; n++) {
    int first = n * bytes;  //! wrong-copy right: int first = n * part;
    cudaMemcpy(d_x + first, x.data() + n * part, bytes, cudaMemcpyHostToDevice);
    twice<<<1, part>>>(d_x + first);
  }
  cudaMemcpy(x.data(), d_x, parts * bytes, cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  return 0;
}
