#include <cstdio>
#include <vector>
__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}
int main()
{
    int n = 1000;
    float a = 3.0f;
    std::vector<float> x(n, 1.0f), y(n, 2.0f);
    float *dx, *dy;
    cudaMalloc(&dx, n * sizeof(float));
    cudaMalloc(&dy, n * sizeof(float));
    cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    void *args[] = {&n, &a, &dy, &dx}; //! wrong-call right: void *args[] = {&n, &a, &dx, &dy};
    cudaError_t status = cudaLaunchKernel((void *)saxpy, dim3((n + 255) / 256), dim3(256), args, 0, nullptr); //! any
    if (status != cudaSuccess) return 1;
    if (cudaMemcpy(y.data(), dy, n * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess) return 2; //! any
    printf("%g\n", y[10]);
    cudaFree(dx);
    cudaFree(dy);
    return 0;
}
