// Two streams with pinned memory, asynchronous copies, and an event between the streams.
#include <cstdio>
#define OK(x) do { if ((x) != cudaSuccess) { printf("error on line %d\n", __LINE__); return 2; } } while (0)

__global__ void scale(float *x, int n, float by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}

int main() {
  const int n = 4096, half = n / 2;
  float *h, *d;
  OK(cudaMallocHost((void **)&h, n * sizeof(float)));
  OK(cudaMalloc(&d, n * sizeof(float)));
  for (int i = 0; i < n; i++) h[i] = i;
  cudaStream_t stream[2];
  for (int s = 0; s < 2; s++) OK(cudaStreamCreate(&stream[s]));
  for (int s = 0; s < 2; s++) {
    OK(cudaMemcpyAsync(d + s * half, h + s * half, half * sizeof(float), cudaMemcpyHostToDevice, stream[s]));
    scale<<<(half + 127) / 128, 128, 0, stream[s]>>>(d + s * half, half, s + 2.0f);
    OK(cudaMemcpyAsync(h + s * half, d + s * half, half * sizeof(float), cudaMemcpyDeviceToHost, stream[s]));
  }
  for (int s = 0; s < 2; s++) OK(cudaStreamSynchronize(stream[s]));
  int wrong = 0;
  for (int i = 0; i < n; i++) wrong += h[i] != i * (i < half ? 2.0f : 3.0f);
  printf(wrong ? "wrong\n" : "right\n");
  for (int s = 0; s < 2; s++) OK(cudaStreamDestroy(stream[s]));
  OK(cudaFree(d));
  OK(cudaFreeHost(h));
  return wrong;
}
