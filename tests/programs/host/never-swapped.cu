#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e != cudaSuccess) { fprintf(stderr, "%s\ ", cudaGetErrorString(e)); exit(1); } } while (0)
#include <utility>
__global__ void heat(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = i == 0 || i == n - 1 ? a[i] : 0.25f * a[i - 1] + 0.5f * a[i] + 0.25f * a[i + 1];
}
int main()
{
    const int n = 1000, steps = 50;
    std::vector<float> h(n, 0.0f);
    h[0] = 100;
    float *d_a, *d_b;
    CHECK(cudaMalloc(&d_a, n * sizeof(float)));
    CHECK(cudaMalloc(&d_b, n * sizeof(float)));
    CHECK(cudaMemcpy(d_a, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    for (int s = 0; s < steps; s++) {
        heat<<<(n + 255) / 256, 256>>>(d_a, d_b, n); //! not-copied-back
        CHECK(cudaGetLastError());
        //! any right: std::swap(d_a, d_b);
    }
    CHECK(cudaMemcpy(h.data(), d_b, n * sizeof(float), cudaMemcpyDeviceToHost)); //! any right: CHECK(cudaMemcpy(h.data(), d_a, n * sizeof(float), cudaMemcpyDeviceToHost));
    printf("%g\n", h[3]);
    cudaFree(d_a);
    cudaFree(d_b);
}
