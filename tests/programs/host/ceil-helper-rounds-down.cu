#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e != cudaSuccess) { fprintf(stderr, "%s\ ", cudaGetErrorString(e)); exit(1); } } while (0)
inline int blocksFor(int n, int threads)
{
    return n / threads; //! wrong-call right: return (n + threads - 1) / threads;
}
__global__ void sq(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] * x[i];
}
int main()
{
    const int n = 1000;
    std::vector<float> h(n, 3.0f);
    float *x, *y;
    CHECK(cudaMalloc(&x, n * sizeof(float)));
    CHECK(cudaMalloc(&y, n * sizeof(float)));
    CHECK(cudaMemcpy(x, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    sq<<<blocksFor(n, 128), 128>>>(x, y, n); //! any
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(h.data(), y, n * sizeof(float), cudaMemcpyDeviceToHost)); //! any
    printf("%g\n", h[n - 1]);
    cudaFree(x);
    cudaFree(y);
}
