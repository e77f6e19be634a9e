#include <stdio.h>
#include <stdlib.h>
#define N 1000
__global__ void halve(const double *in, double *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i] / 2; }
void die(cudaError_t e) { if (e != cudaSuccess) { puts(cudaGetErrorString(e)); exit(1); } }
int main(void) {
  static double input[N];
  double output[N / 2];  //! wrong-copy right: double output[N];
  for (int i = 0; i < N; ++i) input[i] = i;
  double *a, *b;
  die(cudaMalloc((void **)&a, N * sizeof(double)));
  die(cudaMalloc((void **)&b, N * sizeof(double)));
  die(cudaMemcpy(a, input, N * sizeof(double), cudaMemcpyHostToDevice));
  halve<<<(N + 255) / 256, 256>>>(a, b, N);
  die(cudaGetLastError());
  die(cudaDeviceSynchronize());
  die(cudaMemcpy(output, b, N * sizeof(double), cudaMemcpyDeviceToHost));
  printf("%g\n", output[10]);
  die(cudaFree(a)); die(cudaFree(b));
  return 0;
}
