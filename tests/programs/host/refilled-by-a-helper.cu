#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CUDA_OK(x) do { cudaError_t err_ = (x); if (err_ != cudaSuccess) { \
    fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(err_)); exit(1); } } while (0)

// A long signal goes in pieces through two pinned buffers
__global__ void sumPiece(const int *piece, int n, int *total)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(total, piece[i]);
}

void generate(int *dst, int n, int piece)
{
    for (int i = 0; i < n; i++) dst[i] = piece + i % 3;
}

int main()
{
    const int n = 1024, pieces = 8;
    int *pinned[2], *dev[2], *total;
    cudaEvent_t done[2];
    cudaStream_t stream;

    CUDA_OK(cudaStreamCreate(&stream));
    CUDA_OK(cudaMalloc(&total, sizeof(int)));
    CUDA_OK(cudaMemsetAsync(total, 0, sizeof(int), stream));
    for (int k = 0; k < 2; k++) {
        CUDA_OK(cudaMallocHost(&pinned[k], n * sizeof(int)));
        CUDA_OK(cudaMalloc(&dev[k], n * sizeof(int)));
        CUDA_OK(cudaEventCreate(&done[k]));
    }

    for (int p = 0; p < pieces; p++) {
        int k = p % 2;
  //! right: CUDA_OK(cudaEventSynchronize(done[k]));
        generate(pinned[k], n, p);  //! not-ordered
        CUDA_OK(cudaMemcpyAsync(dev[k], pinned[k], n * sizeof(int), cudaMemcpyHostToDevice, stream));
        CUDA_OK(cudaEventRecord(done[k], stream));
        sumPiece<<<n / 128, 128, 0, stream>>>(dev[k], n, total);
        CUDA_OK(cudaGetLastError());
    }
    int sum = 0, expect = 0;
    CUDA_OK(cudaStreamSynchronize(stream));
    CUDA_OK(cudaMemcpy(&sum, total, sizeof(int), cudaMemcpyDeviceToHost));
    for (int p = 0; p < pieces; p++)
        for (int i = 0; i < n; i++) expect += p + i % 3;
    printf("sum %d, expected %d\n", sum, expect);

    for (int k = 0; k < 2; k++) {
        CUDA_OK(cudaEventDestroy(done[k]));
        CUDA_OK(cudaFree(dev[k]));
        CUDA_OK(cudaFreeHost(pinned[k]));
    }
    CUDA_OK(cudaFree(total));
    CUDA_OK(cudaStreamDestroy(stream));
    return sum != expect;
}
