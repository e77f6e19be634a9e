// Tiled product with cudaEvents, dim3, C++ vectors and iostream.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <vector>

#define TILE 16

static void check(cudaError_t error, const char *what) {
  if (error != cudaSuccess) {
    std::cerr << what << ": " << cudaGetErrorString(error) << std::endl;
    std::exit(EXIT_FAILURE);
  }
}

__global__ void matmul(const float *A, const float *B, float *C, int n) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int p = 0; p < (n + TILE - 1) / TILE; ++p) {
    As[ty][tx] = row < n && p * TILE + tx < n ? A[row * n + p * TILE + tx] : 0.0f;
    Bs[ty][tx] = col < n && p * TILE + ty < n ? B[(p * TILE + ty) * n + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  if (row < n && col < n) C[row * n + col] = sum;
}

int main(int argc, char *argv[]) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 70;
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i) a[i] = rand() % 7, b[i] = rand() % 5;
  float *d_a, *d_b, *d_c;
  size_t bytes = a.size() * sizeof(float);
  check(cudaMalloc(&d_a, bytes), "malloc");
  check(cudaMalloc(&d_b, bytes), "malloc");
  check(cudaMalloc(&d_c, bytes), "malloc");
  check(cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice), "copy");
  check(cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice), "copy");
  cudaEvent_t start, stop;
  check(cudaEventCreate(&start), "event");
  check(cudaEventCreate(&stop), "event");
  dim3 block(TILE, TILE), grid((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);
  check(cudaEventRecord(start), "record");
  matmul<<<grid, block>>>(d_a, d_b, d_c, n);
  check(cudaEventRecord(stop, 0), "record");
  check(cudaEventSynchronize(stop), "wait");
  check(cudaGetLastError(), "launch");
  float ms = -1;
  check(cudaEventElapsedTime(&ms, start, stop), "elapsed");
  check(cudaMemcpy(c.data(), d_c, bytes, cudaMemcpyDeviceToHost), "copy");
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
      if (std::fabs(sum - c[i * n + j]) > 1e-3) { std::cout << "wrong" << std::endl; return 1; }
    }
  std::cout << (ms > 0 ? "right" : "no time") << std::endl;
  check(cudaEventDestroy(start), "event");
  check(cudaEventDestroy(stop), "event");
  check(cudaFree(d_a), "free"); check(cudaFree(d_b), "free"); check(cudaFree(d_c), "free");
}
