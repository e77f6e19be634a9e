__global__ void twice(float *x, int step, int width) { if (threadIdx.x < width) x[blockIdx.x * step + threadIdx.x] *= 2; }
int main() {
  const int width = 100, height = 20;
  float x[width * height] = {}, *d_x;
  size_t pitch;
  cudaMallocPitch(&d_x, &pitch, width * sizeof(float), height);
  cudaMemcpy2D(d_x, pitch, x, width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice);
  const int step = (int)pitch;  //! wrong-call right: const int step = (int)(pitch / sizeof(float));
  twice<<<height, 128>>>(d_x, step, width);
  cudaMemcpy2D(x, width * sizeof(float), d_x, pitch, width * sizeof(float), height, cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  return 0;
}
