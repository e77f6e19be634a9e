#include <cstdio>
#include <cstdlib>
#include <vector>
#define CK(x) if ((x) != cudaSuccess) { std::printf("failed at %d\n", __LINE__); std::exit(1); }
const int THREADS = 256;
__global__ void dot(const float *a, const float *b, float *part, int n) {
  __shared__ float s[THREADS];
  int i = blockIdx.x * THREADS + threadIdx.x;
  s[threadIdx.x] = i < n ? a[i] * b[i] : 0;
  __syncthreads();
  for (int d = THREADS / 2; d > 0; d /= 2) { if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d]; __syncthreads(); }
  if (threadIdx.x == 0) part[blockIdx.x] = s[0];
}
int main() {
  const int n = 10000;
  std::vector<float> a(n, 1), b(n, 2);
  const int blocks = (n + THREADS - 1) / THREADS;
  std::vector<float> part(blocks);
  float *da, *db, *dp;
  CK(cudaMalloc(&da, n * sizeof(float))); CK(cudaMalloc(&db, n * sizeof(float))); CK(cudaMalloc(&dp, blocks * sizeof(float)));
  CK(cudaMemcpy(da, a.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CK(cudaMemcpy(db, b.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  dot<<<blocks, 128>>>(da, db, dp, n);  //! wrong-call right: dot<<<blocks, THREADS>>>(da, db, dp, n);
  CK(cudaGetLastError());
  CK(cudaMemcpy(part.data(), dp, blocks * sizeof(float), cudaMemcpyDeviceToHost));
  float sum = 0;
  for (float p : part) sum += p;
  std::printf("%g\n", sum);
  CK(cudaFree(da)); CK(cudaFree(db)); CK(cudaFree(dp));
  return 0;
}
