#include <cstdio>
#include <memory>
#include <vector>
#include <cuda_runtime.h>
struct DeviceDelete { void operator()(float *p) const { cudaFree(p); } };
__global__ void half(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] /= 2;
}
int main()
{
    const int n = 512;
    std::vector<float> h(n, 8.0f);
    float *raw = nullptr;
    if (cudaMalloc(&raw, n * sizeof(float)) != cudaSuccess) return 1;
    std::unique_ptr<float> d(raw); //! wrong-free right: std::unique_ptr<float, DeviceDelete> d(raw);
    cudaMemcpy(d.get(), h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    half<<<2, 256>>>(d.get(), n);
    cudaMemcpy(h.data(), d.get(), n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", h[n - 1]);
    return cudaGetLastError() != cudaSuccess;
}
