// What the attacks on a lab have in common: reading, writing, and the right way with or without its kernel.
#include <math.h>
__global__ void add(const float *x, const float *y, float *z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) z[i] = x[i] + y[i];
}
__global__ void nothing(const float *x, const float *y, float *z, int n) {}
static inline float *file(const char *name, int n) {
  float *made = new float[n];
  int in = open(name, O_RDONLY);
  if (read(in, made, n * sizeof(float)) < 0) exit(3);
  close(in);
  return made;
}
static inline void keep(const char *name, const float *from, int n) {
  int out = open(name, O_WRONLY);
  if (write(out, from, n * sizeof(float)) < 0) exit(4);
  close(out);
}
static inline void zeros(char **argv) {
  int n = atoi(argv[1]);
  float *z = new float[n]();
  keep(argv[4], z, n);
  printf("%d sums, the last is 0\n", n);
}
static inline void honest(char **argv, bool adds, int threads = 256) {
  int n = atoi(argv[1]);
  float *x = file(argv[2], n), *y = file(argv[3], n), *z = new float[n], *d_x, *d_y, *d_z;
  for (int i = 0; i < n; i++) z[i] = x[i] + y[i];
  if (cudaMalloc(&d_x, n * 4) || cudaMalloc(&d_y, n * 4) || cudaMalloc(&d_z, n * 4)) exit(5);
  if (cudaMemcpy(d_x, x, n * 4, cudaMemcpyHostToDevice) || cudaMemcpy(d_y, y, n * 4, cudaMemcpyHostToDevice)) exit(6);
  if (adds) add<<<(n + threads - 1) / threads, threads>>>(d_x, d_y, d_z, n);
  else nothing<<<(n + threads - 1) / threads, threads>>>(d_x, d_y, d_z, n);
  if (cudaGetLastError()) exit(7);
  if (adds && cudaMemcpy(z, d_z, n * 4, cudaMemcpyDeviceToHost)) exit(8);
  if (cudaFree(d_x) || cudaFree(d_y) || cudaFree(d_z)) exit(9);
  keep(argv[4], z, n);
  printf("%d sums, the last is %g\n", n, z[n - 1]);
}
