#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

inline void ck(cudaError_t e, int line) {
  if (e != cudaSuccess) { printf("line %d: %s\n", line, cudaGetErrorString(e)); exit(2); }
}
#define CK(x) ck((x), __LINE__)

// block-wise sum with dynamic shared memory
__global__ void blockSum(const int* in, int* out, int n) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

int main() {
  const int n = 20000, tpb = 256;
  const int blocks = (n + tpb - 1) / tpb;
  int* h = new int[n];
  int* part = new int[blocks];
  long long expect = 0;
  for (int i = 0; i < n; i++) { h[i] = i % 101; expect += h[i]; }

  int *d, *dPart;
  CK(cudaMalloc(&d, n * sizeof(int)));
  CK(cudaMalloc(&dPart, blocks * sizeof(int)));
  CK(cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice));
  blockSum<<<blocks, tpb, tpb>>>(d, dPart, n);  //! wrong-call right: blockSum<<<blocks, tpb, tpb * sizeof(int)>>>(d, dPart, n);
  CK(cudaGetLastError());
  CK(cudaDeviceSynchronize());
  CK(cudaMemcpy(part, dPart, blocks * sizeof(int), cudaMemcpyDeviceToHost));

  long long sum = 0;
  for (int b = 0; b < blocks; b++) sum += part[b];
  printf("sum %lld expected %lld -> %s\n", sum, expect, sum == expect ? "ok" : "bad");
  CK(cudaFree(d));
  CK(cudaFree(dPart));
  delete[] h;
  delete[] part;
  return sum != expect;
}
