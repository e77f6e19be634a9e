#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { \
    fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); exit(1); } } while (0)

__global__ void accumulate(const int* v, int n, unsigned long long* total)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(total, (unsigned long long)v[i]);
}

int main()
{
    const int part = 8192, parts = 8;
    int *stage, *d;
    unsigned long long *dTotal, total = 0;
    CHECK(cudaMallocHost(&stage, part * sizeof(int)));
    CHECK(cudaMalloc(&d, part * sizeof(int)));
    CHECK(cudaMalloc(&dTotal, sizeof(total)));
    CHECK(cudaMemcpy(dTotal, &total, sizeof(total), cudaMemcpyHostToDevice));
    cudaStream_t st;
    CHECK(cudaStreamCreate(&st));

    for (int p = 0; p < parts; ++p) {
        for (int i = 0; i < part; ++i) stage[i] = p * 10 + i % 10;
        CHECK(cudaMemcpyAsync(d, stage, part * sizeof(int), cudaMemcpyHostToDevice, st));
        accumulate<<<(part + 255) / 256, 64, 0, st>>>(d, part, dTotal);  //! wrong-call right: accumulate<<<(part + 255) / 256, 256, 0, st>>>(d, part, dTotal);
        CHECK(cudaGetLastError());
        CHECK(cudaStreamSynchronize(st));
    }
    CHECK(cudaStreamSynchronize(st));

    CHECK(cudaMemcpy(&total, dTotal, sizeof(total), cudaMemcpyDeviceToHost));
    printf("total %llu\n", total);
    CHECK(cudaStreamDestroy(st));
    CHECK(cudaFree(d));
    CHECK(cudaFree(dTotal));
    CHECK(cudaFreeHost(stage));
    return 0;
}
