#include <cstdio>
__global__ void reverse(float *x) {
  extern __shared__ float tile[];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
int main() {
  float x[64] = {}, *d_x;
  cudaMalloc(&d_x, sizeof x);
  cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
  reverse<<<1, 64, 64>>>(d_x);  //! wrong-call right: reverse<<<1, 64, 64 * sizeof(float)>>>(d_x);
  cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
  printf("%.0f\n", x[0]);
  cudaFree(d_x);
  return 0;
}
