#include <cstdio>
#include <vector>
#include <cstdlib>
#include <cuda_runtime.h>

#define B 128

// Inclusive scan of each block; the total of the block goes to sums.
__global__ void scanBlocks(const int *in, int *out, int *sums, int n)
{
    __shared__ int s[B];
    int t = threadIdx.x, i = blockIdx.x * B + t;
    s[t] = (i < n) ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < B; d *= 2) {
        int v = (t >= d) ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    if (i < n)
        out[i] = s[t];
    if (t == B - 1)
        sums[blockIdx.x] = s[t];
}

__global__ void scanSums(int *sums, int count)
{
    if (threadIdx.x == 0)
        for (int k = 1; k < count; ++k)
            sums[k] += sums[k - 1];
}

__global__ void addSums(int *out, const int *sums, int n)
{
    int i = blockIdx.x * B + threadIdx.x;
    if (blockIdx.x > 0 && i < n)
        out[i] += sums[blockIdx.x - 1];
}

void check(cudaError_t e)
{
    if (e != cudaSuccess) {
        printf("error %s\n", cudaGetErrorString(e));
        exit(1);
    }
}

int main()
{
    const int n = 1111, blocks = (n + B - 1) / B;
    std::vector<int> in(n), out(n);
    for (int i = 0; i < n; ++i)
        in[i] = i % 6 + 1;
    int *d_in, *d_out, *d_sums;
    check(cudaMalloc(&d_in, n * sizeof(int)));
    check(cudaMalloc(&d_out, n * sizeof(int)));
    check(cudaMalloc(&d_sums, blocks * sizeof(int)));
    check(cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    scanBlocks<<<blocks, B>>>(d_in, d_out, d_sums, n);
    addSums<<<blocks, B>>>(d_out, d_sums, n);  //! right: scanSums<<<1, 32>>>(d_sums, blocks);
    scanSums<<<1, 32>>>(d_sums, blocks);  //! not-copied-back right: addSums<<<blocks, B>>>(d_out, d_sums, n);
    check(cudaGetLastError());
    check(cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));

    int run = 0, bad = 0;
    for (int i = 0; i < n; ++i) {
        run += in[i];
        if (out[i] != run)
            ++bad;
    }
    printf("scan: %d wrong\n", bad);
    check(cudaFree(d_in));
    check(cudaFree(d_out));
    check(cudaFree(d_sums));
    return bad ? 1 : 0;
}
