#include <cstdio>
__device__ int found;
__global__ void above(const int *x, int least) { if (x[threadIdx.x] > least) atomicAdd(&found, 1); }
int main() {
  int x[64], *d_x, number, none = 0;
  for (int i = 0; i < 64; i++) x[i] = i;
  cudaMalloc(&d_x, sizeof x);
  cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
  for (int least = 10; least < 40; least += 10) {
    none = 0;  //! right: cudaMemcpyToSymbol(found, &none, sizeof none);
    above<<<1, 64>>>(d_x, least);  //! left-over
    cudaMemcpyFromSymbol(&number, found, sizeof number);
    printf("%d\n", number + none);
  }
  cudaFree(d_x);
  return 0;
}
