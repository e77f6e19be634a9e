#include <cstdio>
#include <cstdlib>
#define CHECK(c) do { cudaError_t e = (c); if (e) { printf("%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void work(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) for (int k = 0; k < 20; k++) x[i] = x[i] * 0.5f + 1.0f;
}
int main()
{
    const int n = 1 << 14;
    float *d, *h = (float *)calloc(n, sizeof(float)), ms = 0;
    cudaStream_t stream;
    cudaEvent_t start, stop;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaMalloc(&d, n * sizeof(float)));
    CHECK(cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaEventRecord(start, stream));
    work<<<n / 256, 256, 0, stream>>>(d, n);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop)); //! early-time right: CHECK(cudaEventRecord(stop, stream));
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost));
    printf("%s %g\n", ms > 0 ? "timed" : "not timed", h[n - 1]);
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(d));
    free(h);
}
