#include <cstdio>
#include <cstdlib>
#define CK(x) do { if ((x) != cudaSuccess) { printf("error in line %d\n", __LINE__); exit(1); } } while (0)
__global__ void inc(int *x, int n, int by) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] += by; }
int main() {
  const int n = 4096, half = n / 2;
  int *h, *d;
  cudaStream_t one, two;
  CK(cudaStreamCreate(&one));
  CK(cudaStreamCreate(&two));
  CK(cudaMallocHost(&h, n * sizeof(int)));
  CK(cudaMalloc(&d, n * sizeof(int)));
  for (int i = 0; i < n; ++i) h[i] = i;
  CK(cudaMemcpyAsync(d, h, half * sizeof(int), cudaMemcpyHostToDevice, one));
  inc<<<half / 256, 256, 0, one>>>(d, half, 1);
  CK(cudaGetLastError());
  CK(cudaMemcpyAsync(h, d, half * sizeof(int), cudaMemcpyDeviceToHost, one));
  CK(cudaMemcpyAsync(d + half, h + half, half * sizeof(int), cudaMemcpyHostToDevice, two));
  inc<<<half / 256, 256, 0, two>>>(d + half, half, 2);
  CK(cudaGetLastError());
  CK(cudaMemcpyAsync(h + half, d + half, half * sizeof(int), cudaMemcpyDeviceToHost, two));
  CK(cudaStreamSynchronize(one));
  CK(cudaStreamSynchronize(one));  //! not-ordered right: CK(cudaStreamSynchronize(two));
  long sum = 0;
  for (int i = 0; i < n; ++i) sum += h[i];
  printf("%ld\n", sum);
  CK(cudaFree(d)); CK(cudaFreeHost(h));
  CK(cudaStreamDestroy(one)); CK(cudaStreamDestroy(two));
  return 0;
}
