#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e) { printf("%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void scale(const float *in, const float *factor, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * factor[0];
}
int main()
{
    const int n = 640;
    std::vector<float> in(n, 2.0f), out(n);
    float factor = 4.0f, *d_in, *d_factor, *d_out;
    CHECK(cudaMalloc(&d_in, n * sizeof(float)));
    CHECK(cudaMalloc(&d_factor, sizeof(float)));
    CHECK(cudaMalloc(&d_out, n * sizeof(float)));
    CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    //! any right: CHECK(cudaMemcpy(d_factor, &factor, sizeof(float), cudaMemcpyHostToDevice));
    scale<<<(n + 255) / 256, 256>>>(d_in, d_factor, d_out, n); //! any
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(d_factor, &factor, sizeof(float), cudaMemcpyHostToDevice)); //! uninitialized-read right:
    CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
    printf("%g\n", out[5]);
    cudaFree(d_in);
    cudaFree(d_factor);
    cudaFree(d_out);
}
