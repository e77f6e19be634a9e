#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e != cudaSuccess) { fprintf(stderr, "%s ", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void add(const int *a, const int *b, int *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
static void upload(int *device, const std::vector<int> &host) //! wrong-memory right: static void upload(int *&device, const std::vector<int> &host)
{
    CHECK(cudaMalloc(&device, host.size() * sizeof(int)));
    CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(int), cudaMemcpyHostToDevice));
}
int main()
{
    const int n = 300;
    std::vector<int> a(n, 1), b(n, 2), c(n, 0);
    int *d_a = nullptr, *d_b = nullptr, *d_c = nullptr;
    upload(d_a, a);
    upload(d_b, b);
    upload(d_c, c);
    add<<<(n + 127) / 128, 128>>>(d_a, d_b, d_c, n); //! any
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(c.data(), d_c, n * sizeof(int), cudaMemcpyDeviceToHost)); //! any
    printf("%d\n", c[n - 1]);
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_c));
}
