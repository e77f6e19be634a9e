#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

// stream-ordered memory, two pipelines
#define ASSERT_CUDA(x) do { cudaError_t e = (x); if (e != cudaSuccess) { \
    printf("%s at line %d\n", cudaGetErrorString(e), __LINE__); exit(1); } } while (0)

__global__ void init(int *v, int value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] = value;
}

__global__ void addTo(const int *tmp, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int k = 0; k < 64; ++k) out[i] += tmp[(i + k) % n];
}

int main()
{
    const int n = 1 << 15, tpb = 256, blocks = n / tpb;
    cudaStream_t first, second;
    ASSERT_CUDA(cudaStreamCreate(&first));
    ASSERT_CUDA(cudaStreamCreate(&second));

    int *outA, *outB, *tmpA, *tmpB;
    ASSERT_CUDA(cudaMalloc(&outA, n * sizeof(int)));
    ASSERT_CUDA(cudaMalloc(&outB, n * sizeof(int)));
    ASSERT_CUDA(cudaMemset(outA, 0, n * sizeof(int)));
    ASSERT_CUDA(cudaMemset(outB, 0, n * sizeof(int)));
    ASSERT_CUDA(cudaDeviceSynchronize());

    ASSERT_CUDA(cudaMallocAsync((void **)&tmpA, n * sizeof(int), first));
    init<<<blocks, tpb, 0, first>>>(tmpA, 1, n);
    addTo<<<blocks, tpb, 0, first>>>(tmpA, outA, n);
    ASSERT_CUDA(cudaGetLastError());
    ASSERT_CUDA(cudaFreeAsync(tmpA, first));

    ASSERT_CUDA(cudaMallocAsync((void **)&tmpB, n * sizeof(int), second));
    init<<<blocks, tpb, 0, second>>>(tmpB, 2, n);
      //! right: addTo<<<blocks, tpb, 0, second>>>(tmpB, outB, n);
    ASSERT_CUDA(cudaGetLastError());
    ASSERT_CUDA(cudaFreeAsync(tmpB, second));
    ASSERT_CUDA(cudaStreamSynchronize(first));
    ASSERT_CUDA(cudaStreamSynchronize(second));

    std::vector<int> a(n), b(n);
    ASSERT_CUDA(cudaMemcpy(a.data(), outA, n * sizeof(int), cudaMemcpyDeviceToHost));
    ASSERT_CUDA(cudaMemcpy(b.data(), outB, n * sizeof(int), cudaMemcpyDeviceToHost));  //! not-copied-back
    long sa = 0, sb = 0;
    for (int i = 0; i < n; ++i) { sa += a[i]; sb += b[i]; }
    printf("A: %ld  B: %ld\n", sa, sb);

    ASSERT_CUDA(cudaFree(outA));
    ASSERT_CUDA(cudaFree(outB));
    ASSERT_CUDA(cudaStreamDestroy(first));
    ASSERT_CUDA(cudaStreamDestroy(second));
    return 0;
}
