#include <cstdio>
#include <cstdlib>
#define CK(x) if ((x) != cudaSuccess) { std::printf("failed at %d\n", __LINE__); std::exit(1); }
__global__ void fill(float *x, size_t pitch, int w, int h) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c < w && r < h) ((float *)((char *)x + r * pitch))[c] = r + c;
}
int main() {
  const int w = 100, h = 37;
  static float img[w * h];
  float *d; size_t pitch;
  CK(cudaMallocPitch(&d, &pitch, w, h));  //! wrong-call right: CK(cudaMallocPitch(&d, &pitch, w * sizeof(float), h));
  fill<<<dim3(4, 5), dim3(32, 8)>>>(d, pitch, w, h);
  CK(cudaGetLastError());
  CK(cudaDeviceSynchronize());
  CK(cudaMemcpy2D(img, w * sizeof(float), d, pitch, w * sizeof(float), h, cudaMemcpyDeviceToHost));
  std::printf("%g\n", img[w * h - 1]);
  CK(cudaFree(d));
  return 0;
}
