__global__ void set(float *x) { x[threadIdx.x] = threadIdx.x; }
__global__ void twice(const float *x, float *y) { y[threadIdx.x] = 2 * x[threadIdx.x]; }
int main() {
  float y[64], *d_x, *d_y;
  cudaStream_t one, two;
  cudaEvent_t there;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaEventCreate(&there);
  cudaMalloc(&d_y, sizeof y);
  cudaMallocAsync(&d_x, sizeof y, one);
  set<<<1, 64, 0, one>>>(d_x);
  cudaEventRecord(there, one);
  cudaStreamWaitEvent(two, there, 0);
  twice<<<1, 64, 0, two>>>(d_x, d_y);
  cudaFreeAsync(d_x, one);  //! not-ordered right: cudaFreeAsync(d_x, two);
  cudaDeviceSynchronize();
  cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost);
  cudaFree(d_y);
  return 0;
}
