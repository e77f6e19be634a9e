// Maximum of an array in several passes, until one element remains
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>
#include <cuda_runtime.h>

constexpr int kThreads = 256;

static void check(cudaError_t e, const char *what)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(e));
        exit(EXIT_FAILURE);
    }
}

__global__ void maxOfBlock(const int *in, int *out, int n)
{
    __shared__ int s[kThreads];
    int i = blockIdx.x * kThreads + threadIdx.x;
    s[threadIdx.x] = i < n ? in[i] : (int)0x80000000;
    __syncthreads();
    for (int k = kThreads / 2; k > 0; k /= 2) {
        if (threadIdx.x < k)
            s[threadIdx.x] = max(s[threadIdx.x], s[threadIdx.x + k]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = s[0];
}

int main()
{
    const int n = 100000;
    std::vector<int> values(n);
    unsigned int seed = 2024u;
    for (int &v : values) {
        seed = 1103515245u * seed + 12345u;
        v = -1 - (int)(seed >> 4);          // only negative values
    }

    const int firstBlocks = (n + kThreads - 1) / kThreads;
    int *d_src = nullptr, *d_dst = nullptr;
    check(cudaMalloc(&d_src, n * sizeof(int)), "cudaMalloc");
    check(cudaMalloc(&d_dst, firstBlocks * sizeof(int)), "cudaMalloc");
    check(cudaMemcpy(d_src, values.data(), n * sizeof(int), cudaMemcpyHostToDevice),
          "copy to the device");

    int remaining = n;
    while (remaining > 1) {
        const int blocks = (remaining + kThreads - 1) / kThreads;
        maxOfBlock<<<blocks, kThreads>>>(d_src, d_dst, remaining);
        check(cudaGetLastError(), "maxOfBlock");
        std::swap(d_src, d_dst);
        remaining = blocks;
    }

    int result = 0;
    check(cudaMemcpy(&result, d_src, sizeof(short), cudaMemcpyDeviceToHost),  //! wrong-copy right: check(cudaMemcpy(&result, d_src, sizeof(int), cudaMemcpyDeviceToHost),
          "copy to the host");
    const int expected = *std::max_element(values.begin(), values.end());
    printf("maximum %d, expected %d\n", result, expected);

    check(cudaFree(d_src), "cudaFree");
    check(cudaFree(d_dst), "cudaFree");
    return result == expected ? EXIT_SUCCESS : EXIT_FAILURE;
}
