#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e) { printf("%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void square(const int *x, int *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] * x[i];
}
int main()
{
    std::vector<int> x(1000), y(1000);
    for (int i = 0; i < 1000; i++) x[i] = i;
    int *dx, *dy;
    CHECK(cudaMalloc(&dx, x.size() * sizeof(int)));
    CHECK(cudaMalloc(&dy, y.size() * sizeof(int)));
    CHECK(cudaMemcpy(dx, x.data(), x.size() * sizeof(int), cudaMemcpyHostToDevice));
    square<<<4, 256>>>(dx, dy, (int)x.size());
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(y.data(), dy, sizeof(y), cudaMemcpyDeviceToHost)); //! wrong-copy right: CHECK(cudaMemcpy(y.data(), dy, y.size() * sizeof(int), cudaMemcpyDeviceToHost));
    printf("%d\n", y[999]);
    cudaFree(dx);
    cudaFree(dy);
}
