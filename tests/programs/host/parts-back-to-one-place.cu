#include <cstdio>
#include <memory>
#include <cuda_runtime.h>

#define ASSERT_CUDA(...)                                                      \
    {                                                                         \
        auto status = (__VA_ARGS__);                                          \
        if (status != cudaSuccess) {                                          \
            std::fprintf(stderr, "[%d] %s\n", __LINE__, cudaGetErrorString(status)); \
            return 1;                                                         \
        }                                                                     \
    }

__global__ void collatz(int first, int *len, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned int v = first + i;
    int c = 0;
    while (v > 1 && c < 60) {
        v = (v % 2) ? 3 * v + 1 : v / 2;
        ++c;
    }
    len[i] = c;
}

int main()
{
    const int total = 1200, chunk = 400;
    std::unique_ptr<int[]> len(new int[total]());
    int *d_len = nullptr;
    ASSERT_CUDA(cudaMalloc(&d_len, chunk * sizeof(int)));

    for (int c = 0; c < total / chunk; ++c) {
        const int first = c * chunk;
        collatz<<<(chunk + 63) / 64, 64>>>(first, d_len, chunk);
        ASSERT_CUDA(cudaGetLastError());
        ASSERT_CUDA(cudaMemcpy(len.get(), d_len, chunk * sizeof(int), cudaMemcpyDeviceToHost));  //! not-copied-back right: ASSERT_CUDA(cudaMemcpy(len.get() + first, d_len, chunk * sizeof(int), cudaMemcpyDeviceToHost));
    }
    ASSERT_CUDA(cudaFree(d_len));

    int bad = 0;
    for (int i = 0; i < total; ++i) {
        unsigned int v = i;
        int c = 0;
        while (v > 1 && c < 60) {
            v = (v % 2) ? 3 * v + 1 : v / 2;
            ++c;
        }
        if (c != len[i])
            ++bad;
    }
    std::printf("%d bad lengths\n", bad);
    return bad > 0;
}
