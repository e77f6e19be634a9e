// Numbers of 16 bits with the exponent of a float, in both halves, and a trait of libcu++.
#include <cmath>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda/std/type_traits>

template <class T> __global__ void twice(const T *x, T *y) {
  static_assert(cuda::std::is_same<T, __nv_bfloat16>::value, "of this type alone");
  y[threadIdx.x] = __float2bfloat16(2 * __bfloat162float(x[threadIdx.x]));
}

int main() {
  // The last two lie in the middle between two numbers: the even one is taken.
  float given[4] = {1.5f, -3e38f, 1 + 1 / 256.0f, 1 + 3 / 256.0f};
  __nv_bfloat16 x[4], y[4], *d_x, *d_y;
  for (int i = 0; i < 4; i++) x[i] = __float2bfloat16(given[i]);
  if (cudaMalloc(&d_x, sizeof x) || cudaMalloc(&d_y, sizeof y)) return 1;
  if (cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice)) return 2;
  twice<<<1, 4>>>(d_x, d_y);
  if (cudaGetLastError() || cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost)) return 3;
  if ((float)y[0] != 3 || (float)y[1] != -(float)INFINITY || (float)y[2] != 2 || (float)y[3] != 2 + 4 / 128.0f) {
    printf("%g %g %g %g\n", (float)y[0], (float)y[1], (float)y[2], (float)y[3]);
    return 4;
  }
  printf("right\n");
  return cudaFree(d_x) || cudaFree(d_y);
}
