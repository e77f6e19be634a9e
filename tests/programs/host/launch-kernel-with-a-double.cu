#include <cstdio>
__global__ void scale(int n, float by, float *x)
{
    int i = threadIdx.x;
    if (i < n) x[i] *= by;
}
int main()
{
    const int length = 64;
    int n = length;
    float x[length], *d_x;
    double by = 0.5; //! wrong-call right: float by = 0.5f;
    void *given[] = {&n, &by, &d_x};
    for (int i = 0; i < length; i++) x[i] = i;
    cudaMalloc(&d_x, sizeof(x));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice);
    cudaLaunchKernel((const void *)scale, dim3(1), dim3(length), given, 0, 0);
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    int wrong = 0;
    for (int i = 0; i < length; i++) wrong += x[i] != 0.5f * i;
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
