#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e != cudaSuccess) { fprintf(stderr, "%s ", cudaGetErrorString(e)); exit(1); } } while (0)
struct Samples {
    explicit Samples(int count) : n(count) { CHECK(cudaMalloc(&values, n * sizeof(float))); }
    Samples(Samples &&from) : n(from.n), values(from.values) {} //! wrong-free right: Samples(Samples &&from) : n(from.n), values(std::exchange(from.values, nullptr)) {}
    ~Samples() { cudaFree(values); } //! any
    int n;
    float *values;
};
__global__ void ramp(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = i;
}
static Samples made(int n)
{
    Samples s(n);
    ramp<<<(n + 63) / 64, 64>>>(s.values, n);
    CHECK(cudaGetLastError());
    return std::move(s);
}
int main()
{
    Samples s = made(500);
    std::vector<float> h(500);
    CHECK(cudaMemcpy(h.data(), s.values, 500 * sizeof(float), cudaMemcpyDeviceToHost)); //! any
    printf("%g\n", h[499]);
}
