#include <cstdio>
int main() {
  float *d_x = nullptr;
  cudaMalloc(&d_x, (size_t)1 << 50);  //! unseen-error right: if (cudaMalloc(&d_x, (size_t)1 << 50) != cudaSuccess) puts("no memory");
  printf("%s\n", d_x ? "there" : "not there");
  return 0;
}
