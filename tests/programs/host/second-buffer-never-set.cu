// Two buffers in turns, of which only one gets its first values.
#include <cstdio>
#include <utility>
#include <cuda_runtime.h>

__global__ void smooth(const float *u, float *v, int n) {  // the ends stay as they are
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) v[i] = 0.5f * (u[i - 1] + u[i + 1]);
}

int main() {
    const int n = 64;
    float rod[n], *now = nullptr, *next = nullptr;
    for (int i = 0; i < n; ++i) rod[i] = i % 7;
    if (cudaMalloc(&now, sizeof rod) != cudaSuccess || cudaMalloc(&next, sizeof rod) != cudaSuccess) return 1;
    if (cudaMemcpy(now, rod, sizeof rod, cudaMemcpyHostToDevice) != cudaSuccess) return 2;  //! uninitialized-read right: if (cudaMemcpy(now, rod, sizeof rod, cudaMemcpyHostToDevice) != cudaSuccess) return 2;
    //! right: if (cudaMemcpy(next, rod, sizeof rod, cudaMemcpyHostToDevice) != cudaSuccess) return 3;
    for (int turn = 0; turn < 4; ++turn) {
        smooth<<<1, n>>>(now, next, n);
        if (cudaGetLastError() != cudaSuccess) return 4;
        std::swap(now, next);
    }
    if (cudaMemcpy(rod, now, sizeof rod, cudaMemcpyDeviceToHost) != cudaSuccess) return 5;
    printf("%.3f\n", rod[n / 2]);
    return cudaFree(now) == cudaSuccess && cudaFree(next) == cudaSuccess ? 0 : 6;
}
