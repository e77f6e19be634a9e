__global__ void twice(float *x) { x[threadIdx.x] *= 2; }
int main() {
  float *x, *d_x;
  cudaStream_t copies, kernels;
  cudaEvent_t there;
  cudaStreamCreate(&copies);
  cudaStreamCreate(&kernels);
  cudaEventCreate(&there);
  cudaMallocHost(&x, 64 * sizeof(float));
  cudaMalloc(&d_x, 64 * sizeof(float));
  for (int i = 0; i < 64; i++) x[i] = i;
  cudaMemcpyAsync(d_x, x, 64 * sizeof(float), cudaMemcpyHostToDevice, copies);
  cudaEventRecord(there, kernels);  //! not-ordered right: cudaEventRecord(there, copies);
  cudaStreamWaitEvent(kernels, there, 0);
  twice<<<1, 64, 0, kernels>>>(d_x);
  cudaMemcpyAsync(x, d_x, 64 * sizeof(float), cudaMemcpyDeviceToHost, kernels);
  cudaDeviceSynchronize();
  cudaFree(d_x);
  cudaFreeHost(x);
  return 0;
}
