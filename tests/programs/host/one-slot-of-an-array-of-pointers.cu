#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e) { printf("%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void set(int *x, int n, int v)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = v;
}
int main()
{
    const int parts = 3, n = 100;
    int *d[parts] = {};
    std::vector<int> h(n);
    for (int k = 0; k < parts; k++)
        CHECK(cudaMalloc(&d[0], n * sizeof(int))); //! wrong-memory right: CHECK(cudaMalloc(&d[k], n * sizeof(int)));
    for (int k = 0; k < parts; k++) {
        set<<<1, 128>>>(d[k], n, k); //! any
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(h.data(), d[k], n * sizeof(int), cudaMemcpyDeviceToHost)); //! any
        printf("%d\n", h[0]);
    }
    for (int *each : d) CHECK(cudaFree(each));
}
