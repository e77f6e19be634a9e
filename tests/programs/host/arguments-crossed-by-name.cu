#include <cstdio>
#include <cstdlib>
#include <vector>
#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { std::printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); std::exit(1); } } while (0)
__global__ void transpose(const float *in, float *out, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < rows && c < cols) out[c * rows + r] = in[r * cols + c];
}
int main() {
  const int rows = 40, cols = 90;
  std::vector<float> in(rows * cols, 1), out(rows * cols);
  float *d_in, *d_out;
  CK(cudaMalloc(&d_in, in.size() * sizeof(float)));
  CK(cudaMalloc(&d_out, in.size() * sizeof(float)));
  CK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice));
  dim3 block(16, 16), grid((cols + 15) / 16, (rows + 15) / 16);
  transpose<<<grid, block>>>(d_in, d_out, cols, rows);  //! wrong-call right: transpose<<<grid, block>>>(d_in, d_out, rows, cols);
  CK(cudaGetLastError());
  CK(cudaMemcpy(out.data(), d_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost));
  std::printf("%g\n", out[7]);
  CK(cudaFree(d_in)); CK(cudaFree(d_out));
}
