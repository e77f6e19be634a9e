#include <cstdio>
#include <cstdlib>
#define CHECK(c) do { cudaError_t e = (c); if (e) { printf("%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void cube(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = i * i * i;
}
int main()
{
    const int n = 900;
    int *d, *h;
    cudaStream_t s;
    cudaEvent_t ready;
    CHECK(cudaStreamCreate(&s));
    CHECK(cudaEventCreate(&ready));
    CHECK(cudaMalloc(&d, n * sizeof(int)));
    CHECK(cudaMallocHost(&h, n * sizeof(int)));
    cube<<<(n + 63) / 64, 64, 0, s>>>(d, n);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(ready, s)); //! not-ordered right:
    CHECK(cudaMemcpyAsync(h, d, n * sizeof(int), cudaMemcpyDeviceToHost, s)); //! any
    //! any right: CHECK(cudaEventRecord(ready, s));
    CHECK(cudaEventSynchronize(ready));
    printf("%d\n", h[n - 1]); //! any
    CHECK(cudaStreamSynchronize(s));
    CHECK(cudaEventDestroy(ready));
    CHECK(cudaStreamDestroy(s));
    CHECK(cudaFree(d));
    CHECK(cudaFreeHost(h));
}
