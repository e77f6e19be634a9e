#include <cstdio>
#include <cstdlib>
#define CHECK(c) do { cudaError_t e = (c); if (e) { printf("%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void ramp(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = 0.5f * i;
}
int main()
{
    const int n = 64;
    float *d_x, *x = (float *)malloc(n * sizeof(float));
    CHECK(cudaMalloc(&d_x, n * sizeof(float)));
    ramp<<<1, n>>>(d_x, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&x, d_x, n * sizeof(float), cudaMemcpyDeviceToHost)); //! wrong-copy right: CHECK(cudaMemcpy(x, d_x, n * sizeof(float), cudaMemcpyDeviceToHost));
    printf("%g\n", x[n - 1]); //! any
    CHECK(cudaFree(d_x));
    free(x);
    return 0;
}
