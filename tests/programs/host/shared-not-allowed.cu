__global__ void backwards(double *x, int n) {
  extern __shared__ double kept[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) kept[i] = x[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = kept[n - 1 - i];
}
int main() {
  const int n = 8000, bytes = n * sizeof(double);
  int most;
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
  if (bytes > most) return 2;
  static double x[8000];
  for (int i = 0; i < n; ++i) x[i] = i;
  double *d_x;
  cudaMalloc(&d_x, bytes);
  cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
  //! right: cudaFuncSetAttribute(backwards, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  backwards<<<1, 256, bytes>>>(d_x, n);  //! invalid-launch right: backwards<<<1, 256, bytes>>>(d_x, n);
  if (cudaGetLastError() != cudaSuccess) return 1;
  cudaMemcpy(x, d_x, bytes, cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  return x[0] != n - 1;
}
