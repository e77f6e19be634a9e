#include <cstdio>
#include <cstdlib>
#define CHECK(c) do { cudaError_t e = (c); if (e != cudaSuccess) { fprintf(stderr, "%s ", cudaGetErrorString(e)); exit(1); } } while (0)
__device__ int d_counts[4];
__global__ void count(int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&d_counts[i % 4], 1);
}
int main()
{
    const int n = 1000;
    int zeros[4] = {};
    int result = 0, more = 0;
    CHECK(cudaMemcpyToSymbol(d_counts, zeros, sizeof zeros));
    count<<<4, 256>>>(n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyFromSymbol(&result, d_counts, sizeof zeros)); //! wrong-copy right: CHECK(cudaMemcpyFromSymbol(&result, d_counts, sizeof result));
    printf("%d %d\n", result, more);
}
