#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

#define checkCuda(x) checkImpl(x, #x, __LINE__)
static void checkImpl(cudaError_t e, const char *what, int line)
{
    if (e != cudaSuccess) {
        std::fprintf(stderr, "line %d: %s failed with %s\n", line, what, cudaGetErrorString(e));
        std::exit(1);
    }
}

__global__ void square(float *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] = v[i] * v[i];
}

int main()
{
    const int n = 1 << 14;
    const size_t bytes = n;  //! wrong-memory right: const size_t bytes = n * sizeof(float);
    float *pinned = nullptr;
    float *dev = nullptr;
    cudaStream_t stream;

    checkCuda(cudaStreamCreate(&stream));
    checkCuda(cudaMallocHost((void **)&pinned, bytes));
    checkCuda(cudaMalloc((void **)&dev, bytes));

    for (int i = 0; i < n; ++i) pinned[i] = (float)(i % 10);

    checkCuda(cudaMemcpyAsync(dev, pinned, bytes, cudaMemcpyHostToDevice, stream));
    square<<<n / 256, 256, 0, stream>>>(dev, n);
    checkCuda(cudaGetLastError());
    checkCuda(cudaMemcpyAsync(pinned, dev, bytes, cudaMemcpyDeviceToHost, stream));
    checkCuda(cudaStreamSynchronize(stream));

    double total = 0.0;
    for (int i = 0; i < n; ++i) total += pinned[i];
    std::printf("total of squares: %.1f\n", total);

    checkCuda(cudaStreamDestroy(stream));
    checkCuda(cudaFree(dev));
    checkCuda(cudaFreeHost(pinned));
    return 0;
}
