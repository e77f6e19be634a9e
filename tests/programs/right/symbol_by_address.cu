// A variable that no kernel names: its address is asked for and passed.
#include <cstdio>
#include <cuda_runtime.h>

__device__ int steps[4] = {1, 2, 3, 4};
static __constant__ float unused[2] = {0.5f, 1.5f};

__global__ void add(const int *table, int *sum, int n) {
    if (threadIdx.x < n) atomicAdd(sum, table[threadIdx.x]);
}

int main() {
    int *sum = nullptr, total = 0, last = 40;
    float halves[2] = {};
    void *table = nullptr;
    size_t bytes = 0;
    if (cudaGetSymbolAddress(&table, steps) != cudaSuccess || cudaGetSymbolSize(&bytes, steps) != cudaSuccess) return 1;
    if (cudaMemcpyToSymbol(steps, &last, sizeof last, 3 * sizeof last) != cudaSuccess) return 2;
    if (cudaMemcpyFromSymbol(halves, unused, sizeof halves) != cudaSuccess) return 3;
    if (cudaMalloc(&sum, sizeof *sum) != cudaSuccess || cudaMemset(sum, 0, sizeof *sum) != cudaSuccess) return 4;
    add<<<1, 32>>>((const int *)table, sum, (int)(bytes / sizeof(int)));
    if (cudaGetLastError() != cudaSuccess) return 5;
    if (cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost) != cudaSuccess) return 6;
    puts(total == 46 && halves[0] + halves[1] == 2.0f ? "right" : "wrong");
    return cudaFree(sum) == cudaSuccess ? 0 : 7;
}
