#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHK(x) do { cudaError_t q_ = (x); if (q_ != cudaSuccess) { \
    printf("CUDA %s @%d\n", cudaGetErrorString(q_), __LINE__); exit(1); } } while (0)

const int DEG = 4;
// two polynomials of four coefficients, one after the other
__constant__ float poly[2 * DEG];

__global__ void evalBoth(const float* x, float* p, float* q, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float a = 0.0f, b = 0.0f;
    for (int k = DEG - 1; k >= 0; --k) {
        a = a * x[i] + poly[k];
        b = b * x[i] + poly[DEG + k];
    }
    p[i] = a;
    q[i] = b;
}

int main()
{
    const int n = 2048;
    std::vector<float> x(n), p(n), q(n);
    for (int i = 0; i < n; ++i) x[i] = i / (float)n;
    const float first[DEG] = {1.0f, 2.0f, 3.0f, 4.0f};
    const float second[DEG] = {0.5f, 0.25f, 0.125f, 0.0625f};
    CHK(cudaMemcpyToSymbol(poly, first, sizeof(first)));
    CHK(cudaMemcpyToSymbol(poly, second, sizeof(second), DEG * sizeof(float)));

    float *dx, *dp, *dq;
    size_t bytes = n * sizeof(float);
    CHK(cudaMalloc(&dx, bytes));
    CHK(cudaMalloc(&dp, bytes));
    CHK(cudaMalloc(&dq, bytes));
    CHK(cudaMemcpy(dx, x.data(), bytes, cudaMemcpyHostToDevice));
    evalBoth<<<(n + 63) / 64, 64>>>(dx, dp, dq, n);
    CHK(cudaGetLastError());
    CHK(cudaMemcpy(p.data(), dp, bytes, cudaMemcpyDeviceToHost));  //! not-copied-back
      //! right: CHK(cudaMemcpy(q.data(), dq, bytes, cudaMemcpyDeviceToHost));

    double sp = 0, sq = 0;
    for (int i = 0; i < n; ++i) { sp += p[i]; sq += q[i]; }
    printf("%.4f %.4f\n", sp / n, sq / n);
    CHK(cudaFree(dx));
    CHK(cudaFree(dp));
    CHK(cudaFree(dq));
    return 0;
}
