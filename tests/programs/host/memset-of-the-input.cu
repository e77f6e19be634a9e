#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e) { printf("%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void scatter(const int *keys, int *counts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&counts[keys[i]], 1);
}
int main()
{
    const int n = 2000, bins = 2000;
    std::vector<int> keys(n), counts(bins);
    for (int i = 0; i < n; i++) keys[i] = (i * 31) % bins;
    int *d_keys, *d_counts;
    CHECK(cudaMalloc(&d_keys, n * sizeof(int)));
    CHECK(cudaMalloc(&d_counts, bins * sizeof(int)));
    CHECK(cudaMemcpy(d_keys, keys.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_keys, 0, bins * sizeof(int))); //! wrong-copy right: CHECK(cudaMemset(d_counts, 0, bins * sizeof(int)));
    scatter<<<(n + 255) / 256, 256>>>(d_keys, d_counts, n); //! any
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(counts.data(), d_counts, bins * sizeof(int), cudaMemcpyDeviceToHost)); //! any
    printf("%d\n", counts[3]);
    cudaFree(d_keys);
    cudaFree(d_counts);
}
