// Pi by points in a square: each thread has its own sequence of the device's generators.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
#include <curand_kernel.h>

#define CHECK(call) \
  do { \
    cudaError_t error = (call); \
    if (error != cudaSuccess) { \
      std::fprintf(stderr, "%s\n", cudaGetErrorString(error)); \
      return 2; \
    } \
  } while (0)

const int THREADS = 256, TURNS = 200;

__global__ void begin(curandState *states, unsigned long long seed, float *first) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(seed, i, 0, &states[i]);
  curandState copy = states[i];
  first[i] = curand_uniform(&copy);
}

__global__ void throw_points(curandState *states, int *inside) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, count = 0;
  curandState own = states[i];
  for (int turn = 0; turn < TURNS; turn++) {
    float x = curand_uniform(&own), y = curand_uniform(&own);
    count += x * x + y * y <= 1;
  }
  states[i] = own;
  atomicAdd(inside, count);
}

template <typename State>
__global__ void moments(unsigned long long seed, size_t *size, float *sum, float *squares) {
  State state;
  curand_init(seed, threadIdx.x, 0, &state);
  float value = curand_normal(&state);
  atomicAdd(sum, value), atomicAdd(squares, value * value);
  if (threadIdx.x == 0) *size = sizeof(State);
}

template <typename State>
int is_normal() {
  size_t size, *d_size;
  float both[2], *d_both;
  CHECK(cudaMalloc(&d_size, sizeof(size_t)));
  CHECK(cudaMalloc(&d_both, sizeof both));
  CHECK(cudaMemset(d_both, 0, sizeof both));
  moments<State><<<1, 512>>>(7, d_size, d_both, d_both + 1);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&size, d_size, sizeof size, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(both, d_both, sizeof both, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_size));
  CHECK(cudaFree(d_both));
  if (size != sizeof(State)) return 3;
  return std::fabs(both[0] / 512) > 0.15 || std::fabs(both[1] / 512 - 1) > 0.25 ? 4 : 0;
}

int main() {
  curandState *d_states;
  float first, *d_first;
  int inside, *d_inside;
  CHECK(cudaMalloc(&d_states, THREADS * sizeof(curandState)));
  CHECK(cudaMalloc(&d_first, THREADS * sizeof(float)));
  CHECK(cudaMalloc(&d_inside, sizeof(int)));
  CHECK(cudaMemset(d_inside, 0, sizeof(int)));
  begin<<<THREADS / 64, 64>>>(d_states, 1234, d_first);
  CHECK(cudaGetLastError());
  throw_points<<<THREADS / 64, 64>>>(d_states, d_inside);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&first, d_first, sizeof first, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(&inside, d_inside, sizeof inside, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_states));
  CHECK(cudaFree(d_first));
  CHECK(cudaFree(d_inside));
  std::printf("%f %f\n", first, 4.0 * inside / (THREADS * TURNS));
  if (std::fabs(first - 0.145468) > 1e-6 || std::fabs(4.0 * inside / (THREADS * TURNS) - 3.14159) > 0.05) return 1;
  if (int wrong = is_normal<curandStateXORWOW_t>()) return wrong;
  if (int wrong = is_normal<curandStateMRG32k3a_t>()) return wrong;
  if (int wrong = is_normal<curandStatePhilox4_32_10_t>()) return wrong;
  std::puts("right");
}
