#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define K 5
__constant__ float coef[K];

void must(cudaError_t e, const char *msg)
{
    if (e == cudaSuccess) return;
    fprintf(stderr, "%s failed: %s\n", msg, cudaGetErrorString(e));
    exit(1);
}

// 1D convolution, borders are clamped
__global__ void convolve(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float acc = 0.0f;
    for (int k = 0; k < K; k++) {
        int j = i + k - K / 2;
        if (j < 0) j = 0;
        if (j >= n) j = n - 1;
        acc += coef[k] * in[j];
    }
    out[i] = acc;
}

void loadFilter(const float *filter)
{
    must(cudaMemcpyToSymbol(coef, filter, K * sizeof(float)), "copy filter");
}

int main(void)
{
    const int n = 8192;
    const float filter[K] = {1.f, 2.f, 4.f, 2.f, 1.f};
    std::vector<float> in(n), out(n);
    for (int i = 0; i < n; i++) in[i] = (float)(i % 3);

    float *d_in, *d_out;
    must(cudaMalloc(&d_in, n * sizeof(float)), "malloc in");
    must(cudaMalloc(&d_out, n * sizeof(float)), "malloc out");
    must(cudaMemcpy(d_out, in.data(), n * sizeof(float), cudaMemcpyHostToDevice), "H2D");  //! wrong-copy right: must(cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice), "H2D");
    loadFilter(filter);

    convolve<<<n / 128, 128>>>(d_in, d_out, n);
    must(cudaGetLastError(), "convolve");
    must(cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost), "D2H");

    double sum = 0;
    for (int i = 0; i < n; i++) sum += out[i];
    printf("sum %.1f, out[100] = %.1f\n", sum, out[100]);

    must(cudaFree(d_in), "free in");
    must(cudaFree(d_out), "free out");
    return 0;
}
