// Four streams, each of which copies, computes and copies back its part
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call)                                                     \
    do {                                                                \
        cudaError_t rc = (call);                                        \
        if (rc != cudaSuccess) {                                        \
            fprintf(stderr, "[%d] %s\n", __LINE__, cudaGetErrorString(rc)); \
            exit(EXIT_FAILURE);                                         \
        }                                                               \
    } while (0)

__global__ void square(const float *in, float *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * in[i];
}

int main()
{
    const int numStreams = 4;
    const size_t n = 1 << 18;
    const size_t chunk = n / numStreams;      // n is a multiple of numStreams
    const size_t chunkBytes = chunk * sizeof(float);

    float *h_in, *h_out, *d_in, *d_out;
      //! right: CHECK(cudaMallocHost(&h_in, n * sizeof(float)));
    CHECK(cudaMallocHost(&h_out, n * sizeof(float)));
    CHECK(cudaMalloc(&d_in, n * sizeof(float)));
    CHECK(cudaMalloc(&d_out, n * sizeof(float)));
    for (size_t i = 0; i < n; ++i)
        h_in[i] = (float)(i % 1000);  //! wrong-memory

    cudaStream_t stream[numStreams];
    for (int s = 0; s < numStreams; ++s)
        CHECK(cudaStreamCreate(&stream[s]));

    const int threads = 256;
    const int blocks = (int)((chunk + threads - 1) / threads);
    for (int s = 0; s < numStreams; ++s) {
        const size_t offset = s * chunk;
        CHECK(cudaMemcpyAsync(d_in + offset, h_in + offset, chunkBytes,
                              cudaMemcpyHostToDevice, stream[s]));
        square<<<blocks, threads, 0, stream[s]>>>(d_in + offset, d_out + offset, chunk);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(h_out + offset, d_out + offset, chunkBytes,
                              cudaMemcpyDeviceToHost, stream[s]));
    }
    for (int s = 0; s < numStreams; ++s) {
        CHECK(cudaStreamSynchronize(stream[s]));
        CHECK(cudaStreamDestroy(stream[s]));
    }

    size_t errors = 0;
    for (size_t i = 0; i < n; ++i)
        if (h_out[i] != h_in[i] * h_in[i])
            ++errors;
    printf("%zu errors\n", errors);

    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    CHECK(cudaFreeHost(h_in));
    CHECK(cudaFreeHost(h_out));
    return errors == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
