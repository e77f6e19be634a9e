#include <vector>
__global__ void shifted(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i + 1] = in[i] + in[i + 2];
}
int main() {
  const int cells = 1000, all = cells + 2;
  std::vector<float> start(all, 1), end(cells);
  float *in, *out;
  cudaMalloc(&in, all * sizeof(float));
  cudaMalloc(&out, all * sizeof(float));
  cudaMemset(out, 0, all * sizeof(float));
  cudaMemcpy(in, start.data(), all * sizeof(float), cudaMemcpyHostToDevice);
  shifted<<<4, 256>>>(in, out, cells);
  const size_t bytes = all * sizeof(float);  //! right: const size_t bytes = cells * sizeof(float);
  if (cudaMemcpy(end.data(), out, bytes, cudaMemcpyDeviceToHost)) return 1;  //! wrong-copy right: if (cudaMemcpy(end.data(), out + 1, bytes, cudaMemcpyDeviceToHost)) return 1;
  cudaFree(in);
  cudaFree(out);
  return end[0] != 2;
}
