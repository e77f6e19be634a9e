#include <cstdio>
#include <vector>
__device__ unsigned int d_hits, d_misses;
__global__ void classify(const int *x, int n, int limit)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] < limit) atomicAdd(&d_hits, 1u);
}
__global__ void classifyBelow(const int *x, int n, int limit)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] >= limit) atomicAdd(&d_misses, 1u);
}
int main()
{
    const int n = 3000;
    std::vector<int> x(n);
    for (int i = 0; i < n; i++) x[i] = (i * 7919) % 1000;
    int *d_x;
    cudaMalloc(&d_x, n * sizeof(int));
    cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    unsigned int zero = 0, hits = 0;
    cudaMemcpyToSymbol(d_hits, &zero, sizeof(zero));
    classify<<<(n + 255) / 256, 256>>>(d_x, n, 250);
    cudaMemcpyFromSymbol(&hits, d_misses, sizeof(hits)); //! not-copied-back right: cudaMemcpyFromSymbol(&hits, d_hits, sizeof(hits));
    printf("%u hits\n", hits);
    cudaFree(d_x);
    return cudaGetLastError() != cudaSuccess;
}
