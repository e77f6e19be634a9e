#include <cstdio>
struct Array {
  int size, *data;
  Array(int n) : size(n), data(new int[n]) {}
  ~Array() { delete[] data; }  //! wrong-free right: ~Array() { delete[] data; }
};
__global__ void index(int *x) { x[threadIdx.x] = threadIdx.x; }
int last(Array a) {  //! right: int last(Array &a) {
  return a.data[a.size - 1];
}
int main() {
  Array x(64);
  int *d_x;
  cudaMalloc(&d_x, 64 * sizeof(int));
  index<<<1, 64>>>(d_x);
  cudaMemcpy(x.data, d_x, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  printf("%d\n", last(x));
  return 0;
}
