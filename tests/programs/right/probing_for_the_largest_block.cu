// Try out which block can be launched, and look at the error of each launch.
#include <cstdio>

__global__ void probe() {}

__global__ void twice(int *values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] *= 2;
}

int main()
{
    int threads = 4096;
    for (; threads >= 32; threads /= 2) {
        probe<<<1, threads>>>();
        if (cudaGetLastError() == cudaSuccess)
            break;
    }
    const int n = 3000;
    int host[n];
    for (int i = 0; i < n; ++i)
        host[i] = i;
    int *values;
    cudaMalloc(&values, sizeof(host));
    cudaMemcpy(values, host, sizeof(host), cudaMemcpyHostToDevice);
    twice<<<(n + threads - 1) / threads, threads>>>(values, n);
    cudaMemcpy(host, values, sizeof(host), cudaMemcpyDeviceToHost);
    cudaFree(values);
    printf("%s\n", host[n - 1] == 2 * (n - 1) && threads == 1024 ? "right" : "wrong");
    return 0;
}
