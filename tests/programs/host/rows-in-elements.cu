#include <cstdio>
#include <cstdlib>
__global__ void nothing() {}
#define CHECK(call) if (call) { printf("failed\n"); exit(1); }
int main() {
  const int w = 40, h = 8;
  static float x[w * h], y[w * h];
  float *d_x;
  size_t pitch;
  nothing<<<1, 32>>>();
  CHECK(cudaMallocPitch(&d_x, &pitch, w * sizeof(float), h));
  CHECK(cudaMemcpy2D(d_x, pitch, x, w * sizeof(float),
                     w, h, cudaMemcpyHostToDevice));  //! wrong-copy right: w * sizeof(float), h, cudaMemcpyHostToDevice));
  CHECK(cudaMemset2D(d_x, pitch, 0, w * sizeof(float), h));
  CHECK(cudaMemcpy2D(y, w * sizeof(float), d_x, pitch, w * sizeof(float), h, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  return 0;
}
