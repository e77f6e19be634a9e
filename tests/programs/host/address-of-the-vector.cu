#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e != cudaSuccess) { fprintf(stderr, "%s\ ", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void neg(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = -x[i];
}
int main()
{
    const int n = 256;
    std::vector<int> v(n, 5);
    int *d;
    CHECK(cudaMalloc(&d, n * sizeof(int)));
    CHECK(cudaMemcpy(d, &v, n * sizeof(int), cudaMemcpyHostToDevice)); //! wrong-copy right: CHECK(cudaMemcpy(d, v.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    neg<<<1, n>>>(d, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(v.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost));
    printf("%d\n", v[n - 1]);
    cudaFree(d);
}
