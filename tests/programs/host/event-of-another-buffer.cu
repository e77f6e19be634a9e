#include <cstdio>
#include <cstdlib>
#define CHECK(c) do { cudaError_t e = (c); if (e) { printf("%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void fillWith(int *x, int n, int v)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = v;
}
int main()
{
    const int n = 1024, rounds = 6;
    int *d[2], *h[2];
    cudaStream_t compute, copy;
    cudaEvent_t filled[2], copied[2];
    CHECK(cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking));
    for (int k = 0; k < 2; k++) {
        CHECK(cudaMalloc(&d[k], n * sizeof(int)));
        CHECK(cudaMallocHost(&h[k], n * sizeof(int)));
        CHECK(cudaEventCreate(&filled[k]));
        CHECK(cudaEventCreate(&copied[k]));
    }
    long sum = 0;
    for (int r = 0; r < rounds; r++) {
        int k = r % 2;
        if (r >= 2) {
            CHECK(cudaEventSynchronize(filled[k])); //! not-ordered right: CHECK(cudaEventSynchronize(copied[k]));
            for (int i = 0; i < n; i++) sum += h[k][i]; //! any
        }
        fillWith<<<n / 256, 256, 0, compute>>>(d[k], n, r + 1); //! any
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(filled[k], compute));
        CHECK(cudaStreamWaitEvent(copy, filled[k], 0));
        CHECK(cudaMemcpyAsync(h[k], d[k], n * sizeof(int), cudaMemcpyDeviceToHost, copy));
        CHECK(cudaEventRecord(copied[k], copy));
    }
    CHECK(cudaStreamSynchronize(copy));
    for (int k = 0; k < 2; k++) for (int i = 0; i < n; i++) sum += h[k][i];
    printf("%ld\n", sum);
    for (int k = 0; k < 2; k++) {
        cudaFree(d[k]); cudaFreeHost(h[k]); cudaEventDestroy(filled[k]); cudaEventDestroy(copied[k]);
    }
    cudaStreamDestroy(compute);
    cudaStreamDestroy(copy);
}
