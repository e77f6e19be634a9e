#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e != cudaSuccess) { fprintf(stderr, "%s ", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void sq(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] * x[i];
}
int main()
{
    const int n = 256;
    std::vector<float> x(n, 0.0f), y(n);
    float *dx, *dy;
    CHECK(cudaMalloc(&dx, n * sizeof(float)));
    CHECK(cudaMalloc(&dy, n * sizeof(float)));
    CHECK(cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice)); //! any right:
    for (int round = 0; round < 4; round++) {
        for (float &v : x) v = round;
        //! any right: CHECK(cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
        sq<<<1, n>>>(dx, dy, n); //! not-copied-back right: sq<<<1, n>>>(dx, dy, n);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(y.data(), dy, n * sizeof(float), cudaMemcpyDeviceToHost));
        printf("%g\n", y[0]);
    }
    cudaFree(dx);
    cudaFree(dy);
}
