#include <cstdio>
__global__ void twice(float *x, size_t pitch, int width, int height) {
  int c = threadIdx.x, r = threadIdx.y;
  if (c < width && r < height) ((float *)((char *)x + r * pitch))[c] *= 2;
}
int main() {
  const int width = 30, height = 8;
  const size_t row = width * sizeof(float);
  static float x[width * height];
  float *d_x;
  size_t pitch;
  cudaMallocPitch(&d_x, &pitch, row, height);
  cudaMemcpy(d_x, x, row * height, cudaMemcpyHostToDevice);  //! wrong-copy right: cudaMemcpy2D(d_x, pitch, x, row, row, height, cudaMemcpyHostToDevice);
  twice<<<1, dim3(32, 8)>>>(d_x, pitch, width, height);  //! any right: twice<<<1, dim3(32, 8)>>>(d_x, pitch, width, height);
  cudaMemcpy2D(x, row, d_x, pitch, row, height, cudaMemcpyDeviceToHost);
  printf("%.0f\n", x[width * height - 1]);
  cudaFree(d_x);
  return 0;
}
