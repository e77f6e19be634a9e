#include <cstdio>
#include <cstdlib>
#define CK(x) if ((x) != cudaSuccess) { std::printf("failed at %d\n", __LINE__); std::exit(1); }
__global__ void mulmat(const float *a, const float *b, float *c, int m, int n, int k) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int i = 0; i < k; ++i) s += a[row * k + i] * b[i * n + col];
  c[row * n + col] = s;
}
int main() {
  const int m = 20, n = 45, k = 33;
  static float a[m * k], b[k * n], c[m * n];
  for (float &x : a) x = 1; for (float &x : b) x = 2;
  float *da, *db, *dc;
  CK(cudaMalloc(&da, m * k * sizeof(float)));
  CK(cudaMalloc(&db, k * n * sizeof(float)));
  CK(cudaMalloc(&dc, m * k * sizeof(float)));  //! wrong-call right: CK(cudaMalloc(&dc, m * n * sizeof(float)));
  CK(cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice));
  CK(cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice));
  dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);
  mulmat<<<grid, block>>>(da, db, dc, m, n, k);
  CK(cudaGetLastError());
  CK(cudaDeviceSynchronize());
  CK(cudaMemcpy(c, dc, sizeof c, cudaMemcpyDeviceToHost));
  std::printf("%g\n", c[m * n - 1]);
  CK(cudaFree(da)); CK(cudaFree(db)); CK(cudaFree(dc));
  return 0;
}
