#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e) { printf("%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void root(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = sqrtf(in[i]);
}
int main()
{
    const int n = 4000, batches = 3;
    std::vector<float> in(n), out(n);
    float *d_in, *d_out;
    CHECK(cudaMalloc(&d_in, n * sizeof(float)));
    CHECK(cudaMalloc(&d_out, n * sizeof(float)));
    CHECK(cudaMemset(d_out, 0, n * sizeof(float)));
    double total = 0;
    for (int b = 0; b < batches; b++) {
        for (int i = 0; i < n; i++) in[i] = (float)(b + i);
        CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice));
        CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost)); //! not-copied-back right:
        root<<<(n + 255) / 256, 256>>>(d_in, d_out, n); //! any
        CHECK(cudaGetLastError());
        //! any right: CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
        for (int i = 0; i < n; i++) total += out[i];
    }
    printf("%.2f\n", total);
    cudaFree(d_in);
    cudaFree(d_out);
}
