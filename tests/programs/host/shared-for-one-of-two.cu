__global__ void turn(float *x) {
  extern __shared__ float values[];
  int *places = (int *)&values[blockDim.x];
  values[threadIdx.x] = x[threadIdx.x];
  places[threadIdx.x] = blockDim.x - 1 - threadIdx.x;
  __syncthreads();
  x[threadIdx.x] = values[places[threadIdx.x]];
}
int main() {
  const int n = 128;
  float x[128] = {}, *d_x;
  cudaMalloc(&d_x, sizeof x);
  cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
  const int shared = n * sizeof(float);  //! wrong-call right: const int shared = n * (sizeof(float) + sizeof(int));
  turn<<<1, n, shared>>>(d_x);
  cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  return 0;
}
