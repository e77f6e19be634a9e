#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e != cudaSuccess) { fprintf(stderr, "%s ", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void scaleKernel(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i];
}
static void scale(float *in, float *out, int n)
{
    scaleKernel<<<(n + 255) / 256, 256>>>(in, out, n); //! any
    CHECK(cudaGetLastError());
}
int main()
{
    const int n = 700;
    std::vector<float> h(n, 4.0f);
    float *d_in, *d_out;
    CHECK(cudaMalloc(&d_in, n * sizeof(float)));
    CHECK(cudaMalloc(&d_out, n * sizeof(float)));
    CHECK(cudaMemcpy(d_in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_out, 0, n * sizeof(float)));
    scale(d_out, d_in, n); //! wrong-call right: scale(d_in, d_out, n);
    CHECK(cudaMemcpy(h.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost)); //! any
    printf("%g\n", h[3]);
    cudaFree(d_in);
    cudaFree(d_out);
}
