#include <cstdio>
#include <cstdlib>
#define CHECK(c) do { cudaError_t e = (c); if (e) { printf("%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
__constant__ float c_taps[8];
__global__ void filter(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
    for (int k = 0; k < 8; k++)
        if (i + k < n) sum += c_taps[k] * x[i + k];
    y[i] = sum;
}
int main()
{
    const int n = 500;
    float first[4] = {1, 2, 3, 4}, second[4] = {4, 3, 2, 1}, x[n], y[n], *dx, *dy;
    for (int i = 0; i < n; i++) x[i] = 1.0f;
    CHECK(cudaMemcpyToSymbol(c_taps, first, sizeof(first)));
    CHECK(cudaMemcpyToSymbol(c_taps, second, sizeof(second), 4)); //! wrong-copy right: CHECK(cudaMemcpyToSymbol(c_taps, second, sizeof(second), 4 * sizeof(float)));
    CHECK(cudaMalloc(&dx, sizeof(x)));
    CHECK(cudaMalloc(&dy, sizeof(y)));
    CHECK(cudaMemcpy(dx, x, sizeof(x), cudaMemcpyHostToDevice));
    filter<<<(n + 127) / 128, 128>>>(dx, dy, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(y, dy, sizeof(y), cudaMemcpyDeviceToHost));
    printf("%g %g\n", y[0], y[n - 1]);
    cudaFree(dx);
    cudaFree(dy);
    return 0;
}
