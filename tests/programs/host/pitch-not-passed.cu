#include <cstdio>
__global__ void add_right(float *image, int width, int height, size_t stride) {
  int y = threadIdx.x;
  if (y >= height) return;
  for (int x = 0; x + 1 < width; ++x) image[y * stride + x] += image[y * stride + x + 1];
}
int main() {
  const int width = 30, height = 20;
  static float image[width * height];
  float *d_image;
  size_t pitch, row = width * sizeof(float);
  cudaMallocPitch(&d_image, &pitch, row, height);
  cudaMemcpy2D(d_image, pitch, image, row, row, height, cudaMemcpyHostToDevice);
  add_right<<<1, 32>>>(d_image, width, height, width);  //! wrong-call right: add_right<<<1, 32>>>(d_image, width, height, pitch / sizeof(float));
  cudaMemcpy2D(image, row, d_image, pitch, row, height, cudaMemcpyDeviceToHost);
  printf("%.0f\n", image[0]);
  cudaFree(d_image);
  return 0;
}
