// One stream copies batches to the device, another one works on them
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call)                                                   \
    do {                                                              \
        cudaError_t err_ = (call);                                    \
        if (err_ != cudaSuccess) {                                    \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,        \
                    cudaGetErrorString(err_));                        \
            exit(EXIT_FAILURE);                                       \
        }                                                             \
    } while (0)

__global__ void addOne(int *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] += 1;
}

int main()
{
    const int batches = 6;
    const int batchSize = 1 << 18;
    const int n = batches * batchSize;
    const size_t batchBytes = batchSize * sizeof(int);

    int *h_data, *h_result, *d_data;
    CHECK(cudaMallocHost(&h_data, batches * batchBytes));
    CHECK(cudaMallocHost(&h_result, batches * batchBytes));
    CHECK(cudaMalloc(&d_data, batches * batchBytes));
    for (int i = 0; i < n; ++i)
        h_data[i] = i;

    cudaStream_t copyStream, workStream;
    CHECK(cudaStreamCreateWithFlags(&copyStream, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&workStream, cudaStreamNonBlocking));
    cudaEvent_t loaded[batches];
    for (int b = 0; b < batches; ++b)
        CHECK(cudaEventCreateWithFlags(&loaded[b], cudaEventDisableTiming));

    const int threads = 256;
    const int blocks = (batchSize + threads - 1) / threads;
    for (int b = 0; b < batches; ++b) {
        int *d_batch = d_data + b * batchSize;
        CHECK(cudaMemcpyAsync(d_batch, h_data + b * batchSize, batchBytes,
                              cudaMemcpyHostToDevice, copyStream));
        CHECK(cudaEventRecord(loaded[b], copyStream));
        CHECK(cudaStreamWaitEvent(workStream, loaded[b], 0));
        addOne<<<blocks, 64, 0, workStream>>>(d_batch, batchSize);  //! wrong-call right: addOne<<<blocks, threads, 0, workStream>>>(d_batch, batchSize);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(h_result + b * batchSize, d_batch, batchBytes,
                              cudaMemcpyDeviceToHost, workStream));
    }
    CHECK(cudaStreamSynchronize(copyStream));
    CHECK(cudaStreamSynchronize(workStream));

    int errors = 0;
    for (int i = 0; i < n; ++i)
        if (h_result[i] != i + 1)
            ++errors;
    printf("%d errors\n", errors);

    for (int b = 0; b < batches; ++b)
        CHECK(cudaEventDestroy(loaded[b]));
    CHECK(cudaStreamDestroy(copyStream));
    CHECK(cudaStreamDestroy(workStream));
    CHECK(cudaFree(d_data));
    CHECK(cudaFreeHost(h_data));
    CHECK(cudaFreeHost(h_result));
    return errors ? EXIT_FAILURE : EXIT_SUCCESS;
}
