// Half precision on both sides.
#include <cuda_fp16.h>
#include <stdio.h>
__global__ void scale(half *x, int n) {
  int i = threadIdx.x;
  if (i < n) x[i] = __float2half(2.0f * __half2float(x[i]));
}
int main() {
  half h[20], *d;
  for (int i = 0; i < 20; i++) h[i] = __float2half(i + 0.5f);
  if (cudaMalloc(&d, sizeof h) || cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice)) return 2;
  scale<<<1, 32>>>(d, 20);
  if (cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) || cudaFree(d)) return 2;
  int wrong = 0;
  for (int i = 0; i < 20; i++) wrong += __half2float(h[i]) != 2 * i + 1;
  puts(wrong ? "wrong" : "right");
}
