#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e != cudaSuccess) { fprintf(stderr, "%s ", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void decode(const unsigned char *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * 3;
}
int main()
{
    const int n = 512, frames = 5;
    unsigned char *h[2], *d[2];
    int *out, total = 0;
    std::vector<int> result(n);
    cudaStream_t copy, compute;
    cudaEvent_t there[2];
    CHECK(cudaStreamCreate(&copy));
    CHECK(cudaStreamCreate(&compute));
    CHECK(cudaMalloc(&out, n * sizeof(int)));
    for (int k = 0; k < 2; k++) {
        CHECK(cudaMallocHost(&h[k], n));
        CHECK(cudaMalloc(&d[k], n));
        CHECK(cudaEventCreateWithFlags(&there[k], cudaEventDisableTiming));
        for (int i = 0; i < n; i++) h[k][i] = i + k;
    }
    for (int f = 0; f < frames; f++) {
        int k = f % 2;
        CHECK(cudaMemcpyAsync(d[k], h[k], n, cudaMemcpyHostToDevice, copy));
        CHECK(cudaEventRecord(there[k], copy));
        CHECK(cudaStreamWaitEvent(compute, there[1 - k], 0)); //! not-ordered right: CHECK(cudaStreamWaitEvent(compute, there[k], 0));
        decode<<<2, 256, 0, compute>>>(d[k], out, n); //! any
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(result.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost, compute));
        CHECK(cudaStreamSynchronize(compute));
        total += result[n - 1];
    }
    printf("%d\n", total);
    for (int k = 0; k < 2; k++) {
        CHECK(cudaFreeHost(h[k]));
        CHECK(cudaFree(d[k]));
        CHECK(cudaEventDestroy(there[k]));
    }
    CHECK(cudaStreamDestroy(copy));
    CHECK(cudaStreamDestroy(compute));
    CHECK(cudaFree(out));
}
