#include <cstdio>
#include <vector>
__global__ void passed_on(const int *from, int *to, int n, int distance) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = i < distance ? from[i] : from[i] + from[i - distance];
}
int main() {
  int n = 1000, one = 1;
  std::vector<int> x(n, 1);
  int *from, *to;
  cudaMalloc(&from, n * sizeof(int));
  cudaMalloc(&to, n * sizeof(int));
  cudaMemcpy(from, x.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  for (int distance = 1; distance < n; distance *= 2) {
    void *all[] = {&from, &to, &n, &one};  //! wrong-call right: void *all[] = {&from, &to, &n, &distance};
    cudaLaunchKernel((const void *)passed_on, dim3(4), dim3(256), all, 0, nullptr);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    int *other = from;
    from = to;
    to = other;
  }
  cudaMemcpy(x.data(), from, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", x[n - 1] + one);
  cudaFree(from);
  cudaFree(to);
  return 0;
}
