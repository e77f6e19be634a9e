#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e) { printf("%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
constexpr int PER_THREAD = 4;
__global__ void clampAll(float *x, int n)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * PER_THREAD;
    for (int k = 0; k < PER_THREAD && first + k < n; k++)
        x[first + k] = fminf(x[first + k], 1.0f);
}
__global__ void iota(float *x, int n)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * PER_THREAD;
    for (int k = 0; k < PER_THREAD && first + k < n; k++)
        x[first + k] = first + k;
}
struct Config { int threads; int blocks; };
static Config configure(int n, int threads)
{
    Config c;
    c.threads = threads;
    c.blocks = n / (threads * PER_THREAD); //! wrong-call right: c.blocks = (n + threads * PER_THREAD - 1) / (threads * PER_THREAD);
    return c;
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5000;
    std::vector<float> h(n);
    float *d;
    CHECK(cudaMalloc(&d, n * sizeof(float)));
    Config c = configure(n, 128);
    iota<<<c.blocks, c.threads>>>(d, n); //! any
    CHECK(cudaGetLastError());
    clampAll<<<c.blocks, c.threads>>>(d, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(h.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost)); //! any
    float sum = 0;
    for (float v : h) sum += v;
    printf("%g\n", sum);
    CHECK(cudaFree(d));
}
