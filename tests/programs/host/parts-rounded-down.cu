#include <vector>
__global__ void negated(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = -x[i];
}
int main() {
  const int n = 4001, parts = 3;
  float *x, *y, *d_x, *d_y;
  cudaMallocHost(&x, n * sizeof(float));
  cudaMallocHost(&y, n * sizeof(float));
  for (int i = 0; i < n; ++i) x[i] = y[i] = i;
  cudaMalloc(&d_x, n * sizeof(float));
  cudaMalloc(&d_y, n * sizeof(float));
  cudaStream_t streams[parts];
  for (auto &stream : streams) cudaStreamCreate(&stream);
  const int part = n / parts;  //! wrong-copy right: const int part = (n + parts - 1) / parts;
  for (int p = 0; p < parts; ++p) {
    int begin = p * part;
    int length = n - begin < part ? n - begin : part;
    size_t bytes = length * sizeof(float);
    cudaMemcpyAsync(d_x + begin, x + begin, bytes, cudaMemcpyHostToDevice, streams[p]);
    negated<<<(length + 255) / 256, 256, 0, streams[p]>>>(d_x + begin, d_y + begin, length);
    cudaMemcpyAsync(y + begin, d_y + begin, bytes, cudaMemcpyDeviceToHost, streams[p]);
  }
  cudaDeviceSynchronize();
  for (auto &stream : streams) cudaStreamDestroy(stream);
  cudaFree(d_x);
  cudaFree(d_y);
  cudaFreeHost(x);
  cudaFreeHost(y);
  return 0;
}
