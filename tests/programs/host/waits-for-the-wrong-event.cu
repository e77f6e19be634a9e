#include <cstdio>
#include <cstdlib>
#define CHECK(c) do { cudaError_t e = (c); if (e) { printf("%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void produce(int *x, int n, int seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = seed + i;
}
__global__ void join(const int *a, const int *b, int *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] - b[i];
}
int main()
{
    const int n = 2048;
    int *a, *b, *c, h[n];
    cudaStream_t left, right;
    cudaEvent_t leftDone, rightDone;
    CHECK(cudaMalloc(&a, sizeof(h)));
    CHECK(cudaMalloc(&b, sizeof(h)));
    CHECK(cudaMalloc(&c, sizeof(h)));
    CHECK(cudaStreamCreate(&left));
    CHECK(cudaStreamCreate(&right));
    CHECK(cudaEventCreateWithFlags(&leftDone, cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&rightDone, cudaEventDisableTiming));
    produce<<<n / 128, 128, 0, left>>>(a, n, 5);
    CHECK(cudaEventRecord(leftDone, left));
    produce<<<n / 128, 128, 0, right>>>(b, n, 3);
    CHECK(cudaEventRecord(rightDone, right));
    CHECK(cudaStreamWaitEvent(left, leftDone, 0)); //! not-ordered right: CHECK(cudaStreamWaitEvent(left, rightDone, 0));
    join<<<n / 128, 128, 0, left>>>(a, b, c, n); //! any
    CHECK(cudaGetLastError());
    CHECK(cudaStreamSynchronize(left));
    CHECK(cudaMemcpy(h, c, sizeof(h), cudaMemcpyDeviceToHost));
    printf("%d %d\n", h[0], h[n - 1]);
    CHECK(cudaEventDestroy(leftDone));
    CHECK(cudaEventDestroy(rightDone));
    CHECK(cudaStreamDestroy(left));
    CHECK(cudaStreamDestroy(right));
    cudaFree(a); cudaFree(b); cudaFree(c);
}
