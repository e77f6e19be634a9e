#include <cstdio>
#include <cstdlib>
#include <vector>
#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { std::printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); std::exit(1); } } while (0)
__global__ void square(const float *in, float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i] * in[i]; }
int main() {
  const int n = 10000, chunk = 2500;
  float *h, *d_in, *d_out;
  CK(cudaMallocHost(&h, n * sizeof(float)));
  for (int i = 0; i < n; ++i) h[i] = i % 7;
  CK(cudaMalloc(&d_in, n * sizeof(float))); CK(cudaMalloc(&d_out, n * sizeof(float)));
  cudaStream_t s[4];
  for (auto &each : s) CK(cudaStreamCreate(&each));
  for (int k = 0; k < 4; ++k) {
    int at = k * chunk;
    CK(cudaMemcpyAsync(d_in + at, h + at, chunk * sizeof(float), cudaMemcpyHostToDevice, s[k]));
    square<<<(chunk + 255) / 256, 256, 0, s[k]>>>(d_in + at, d_out + at, chunk);
    CK(cudaGetLastError());
    CK(cudaMemcpyAsync(h + at, d_out + at, chunk * sizeof(float), cudaMemcpyDeviceToHost, s[(k + 1) % 4]));  //! not-ordered right: CK(cudaMemcpyAsync(h + at, d_out + at, chunk * sizeof(float), cudaMemcpyDeviceToHost, s[k]));
  }
  CK(cudaDeviceSynchronize());
  std::printf("%g\n", h[6]);
  for (auto &each : s) CK(cudaStreamDestroy(each));
  CK(cudaFree(d_in)); CK(cudaFree(d_out)); CK(cudaFreeHost(h));
}
