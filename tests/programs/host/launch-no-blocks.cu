#include <stdio.h>
#include <stdlib.h>
__global__ void square(int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i * i;
}
int main(void) {
  int n = 100, *d_x;
  int *x = (int *)malloc(n * sizeof(int));
  cudaMalloc((void **)&d_x, n * sizeof(int));
  square<<<n / 256, 256>>>(d_x, n);  //! invalid-launch right: square<<<(n + 255) / 256, 256>>>(d_x, n);
  cudaMemcpy(x, d_x, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", x[99]);
  cudaFree(d_x);
  free(x);
  return 0;
}
