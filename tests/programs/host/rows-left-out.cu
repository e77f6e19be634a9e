#include <cstdio>
__global__ void brighten(unsigned char *image, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) image[y * width + x] += 10;
}
int main() {
  const int width = 40, height = 90;
  static unsigned char image[width * height];
  unsigned char *d_image;
  cudaMalloc(&d_image, sizeof image);
  cudaMemcpy(d_image, image, sizeof image, cudaMemcpyHostToDevice);
  dim3 block(16, 16);
  dim3 grid((width + 15) / 16, (width + 15) / 16);  //! wrong-call right: dim3 grid((width + 15) / 16, (height + 15) / 16);
  brighten<<<grid, block>>>(d_image, width, height);
  cudaMemcpy(image, d_image, sizeof image, cudaMemcpyDeviceToHost);
  printf("%d\n", image[width * height - 1]);
  cudaFree(d_image);
  return 0;
}
