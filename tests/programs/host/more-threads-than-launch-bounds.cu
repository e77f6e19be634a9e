#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e != cudaSuccess) { fprintf(stderr, "%s\ ", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void __launch_bounds__(256) inc(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i]++;
}
int main()
{
    const int n = 2000, threads = 512; //! invalid-launch right: const int n = 2000, threads = 256;
    std::vector<int> h(n, 1);
    int *d;
    CHECK(cudaMalloc(&d, n * sizeof(int)));
    CHECK(cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    inc<<<(n + threads - 1) / threads, threads>>>(d, n); //! any
    CHECK(cudaGetLastError()); //! any
    CHECK(cudaMemcpy(h.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost));
    printf("%d\n", h[n - 1]);
    cudaFree(d);
}
