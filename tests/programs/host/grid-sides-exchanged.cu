#include <cstdio>
__global__ void twice(const int *in, int *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = 2 * in[y * width + x];
}
int main() {
  const int width = 150, height = 33;
  static int a[width * height];
  for (int i = 0; i < width * height; ++i) a[i] = i;
  int *in, *out;
  cudaMalloc(&in, sizeof a);
  cudaMalloc(&out, sizeof a);
  cudaMemcpy(in, a, sizeof a, cudaMemcpyHostToDevice);
  const dim3 block(32, 8);
  const dim3 grid((height + block.x - 1) / block.x, (width + block.y - 1) / block.y);  //! wrong-call right: const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  twice<<<grid, block>>>(in, out, width, height);
  cudaMemcpy(a, out, sizeof a, cudaMemcpyDeviceToHost);
  printf("%d\n", a[width * height - 1]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
