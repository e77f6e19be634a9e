#include <cstdio>
__global__ void number(float *x, size_t pitch, int width, int height) {
  int c = threadIdx.x, r = threadIdx.y;
  if (c < width && r < height) ((float *)((char *)x + r * pitch))[c] = r;
}
int main() {
  const int width = 30, height = 8;
  static float x[width * height];
  float *d_x;
  size_t pitch;
  cudaMallocPitch(&d_x, &pitch, width * sizeof(float), height);
  number<<<1, dim3(32, 8)>>>(d_x, pitch, width, height);
  cudaMemcpy2D(x, width * sizeof(float), d_x, width * sizeof(float), width * sizeof(float), height, cudaMemcpyDeviceToHost);  //! wrong-copy right: cudaMemcpy2D(x, width * sizeof(float), d_x, pitch, width * sizeof(float), height, cudaMemcpyDeviceToHost);
  printf("%.0f\n", x[width * height - 1]);
  cudaFree(d_x);
  return 0;
}
