#include <cstdio>
#include <cstdlib>
#include <vector>
#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { std::printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); std::exit(1); } } while (0)
__global__ void a(float *x, int n) { extern __shared__ float s[]; s[threadIdx.x] = x[threadIdx.x]; __syncthreads(); x[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x]; }
__global__ void b(float *x, int n) { extern __shared__ float s[]; for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = x[i]; __syncthreads(); for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = s[n - 1 - i]; }
int main() {
  const int n = 15000;
  std::vector<float> x(n, 2);
  float *d;
  CK(cudaMalloc(&d, n * sizeof(float)));
  CK(cudaMemcpy(d, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CK(cudaFuncSetAttribute(a, cudaFuncAttributeMaxDynamicSharedMemorySize, n * sizeof(float)));  //! invalid-launch right: CK(cudaFuncSetAttribute(b, cudaFuncAttributeMaxDynamicSharedMemorySize, n * sizeof(float)));
  a<<<1, 256, 256 * sizeof(float)>>>(d, n);
  CK(cudaGetLastError());
  b<<<1, 256, n * sizeof(float)>>>(d, n);
  CK(cudaGetLastError());
  CK(cudaMemcpy(x.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost));
  std::printf("%g\n", x[1]);
  CK(cudaFree(d));
}
