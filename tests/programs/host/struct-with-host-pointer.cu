#include <cstdio>
#include <vector>
struct Image {
  int width, height;
  const float *in;
  float *out;
};
__global__ void copy(Image image) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < image.width * image.height) image.out[i] = image.in[i];
}
int main() {
  Image image;
  image.width = 20;
  image.height = 30;
  std::vector<float> pixels(600, 1.0f), result(600);
  float *d_in, *d_out;
  cudaMalloc(&d_in, 600 * sizeof(float));
  cudaMalloc(&d_out, 600 * sizeof(float));
  cudaMemcpy(d_in, pixels.data(), 600 * sizeof(float), cudaMemcpyHostToDevice);
  image.in = pixels.data();  //! wrong-memory right: image.in = d_in;
  image.out = d_out;
  copy<<<5, 128>>>(image);
  cudaMemcpy(result.data(), d_out, 600 * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%.0f\n", result[599]);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
