#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e != cudaSuccess) { fprintf(stderr, "%s\ ", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void total(const double *x, double *sum, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) s += x[i];
    *sum = s;
}
int main()
{
    const int n = 100;
    std::vector<double> x(n, 1.25);
    double *dx, *ds;
    float result = 0; //! wrong-copy right: double result = 0;
    CHECK(cudaMalloc(&dx, n * sizeof(double)));
    CHECK(cudaMalloc(&ds, sizeof(double)));
    CHECK(cudaMemcpy(dx, x.data(), n * sizeof(double), cudaMemcpyHostToDevice));
    total<<<1, 1>>>(dx, ds, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&result, ds, sizeof(double), cudaMemcpyDeviceToHost)); //! any
    printf("%g\n", result);
    cudaFree(dx);
    cudaFree(ds);
}
