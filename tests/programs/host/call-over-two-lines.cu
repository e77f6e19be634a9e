#include <cstdlib>
#define MUST(call) do { if ((call) != cudaSuccess) exit(1); } while (0)
__global__ void twice(float *x) { x[threadIdx.x] *= 2; }
int main() {
  float x[64] = {}, *d_x;
  MUST(cudaMalloc(&d_x, sizeof x));
  MUST(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice));
  twice<<<1, 64>>>(d_x);
  MUST(cudaMemcpy(x, d_x, 2 * sizeof x,  //! wrong-copy right: MUST(cudaMemcpy(x, d_x, sizeof x,
                  cudaMemcpyDeviceToHost));
  cudaFree(d_x);
  return 0;
}
