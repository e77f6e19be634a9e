#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

static void comprova(cudaError_t e, const char* que)
{
    if (e != cudaSuccess) {
        std::fprintf(stderr, "[%s] %s\n", que, cudaGetErrorString(e));
        std::exit(1);
    }
}

__global__ void producte(const float* a, const float* b, float* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] * b[i];
}

int main(int argc, char* argv[])
{
    const int n = argc > 1 ? std::atoi(argv[1]) : 8192;
    std::vector<float> a(n), b(n), c(n);
    for (int i = 0; i < n; ++i) { a[i] = float(i % 11); b[i] = float(i % 7); }

    // one block of memory for the three vectors
    float* base = nullptr;
    comprova(cudaMalloc(&base, 3 * n * sizeof(float)), "malloc");
    float* da = base;
    float* db = base + n;
    float* dc = base + 2 * n;
    comprova(cudaMemcpy(da, a.data(), n * sizeof(float), cudaMemcpyHostToDevice), "copy a");
    comprova(cudaMemcpy(db, b.data(), n * sizeof(float), cudaMemcpyHostToDevice), "copy b");

    producte<<<(n + 255) / 256, 256>>>(da, db, dc, n);
    comprova(cudaGetLastError(), "kernel");
    comprova(cudaDeviceSynchronize(), "sync");
    comprova(cudaMemcpy(c.data(), dc, n, cudaMemcpyDeviceToHost), "copy c");  //! wrong-copy right: comprova(cudaMemcpy(c.data(), dc, n * sizeof(float), cudaMemcpyDeviceToHost), "copy c");

    double s = 0.0;
    for (int i = 0; i < n; ++i) s += c[i];
    std::printf("dot = %.1f\n", s);

    comprova(cudaFree(base), "free");
    return 0;
}
