#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e != cudaSuccess) { fprintf(stderr, "%s\ ", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void blur(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (in[max(i - 1, 0)] + in[i] + in[min(i + 1, n - 1)]) / 3;
}
__global__ void threshold(const float *in, float *out, int n, float t)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] > t ? 1.0f : 0.0f;
}
int main()
{
    const int n = 1200;
    std::vector<float> h(n);
    for (int i = 0; i < n; i++) h[i] = (i * 37) % 101;
    float *d_in, *d_smooth, *d_mask;
    CHECK(cudaMalloc(&d_in, n * sizeof(float)));
    CHECK(cudaMalloc(&d_smooth, n * sizeof(float)));
    CHECK(cudaMalloc(&d_mask, n * sizeof(float)));
    CHECK(cudaMemcpy(d_in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    const int blocks = (n + 255) / 256;
    blur<<<blocks, 256>>>(d_in, d_smooth, n);
    CHECK(cudaGetLastError());
    threshold<<<blocks, 256>>>(d_in, d_mask, n, 50.0f); //! not-copied-back right: threshold<<<blocks, 256>>>(d_smooth, d_mask, n, 50.0f);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(h.data(), d_mask, n * sizeof(float), cudaMemcpyDeviceToHost));
    printf("%g\n", h[17]);
    cudaFree(d_in);
    cudaFree(d_smooth);
    cudaFree(d_mask);
}
