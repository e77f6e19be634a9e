#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

/* Checksum of an existing buffer that is page-locked afterwards. */
int failed = 0;
#define NOTE(call)                                                   \
    do {                                                             \
        cudaError_t st = (call);                                     \
        if (st != cudaSuccess) {                                     \
            ++failed;                                                \
            printf("%s: %s\n", #call, cudaGetErrorString(st));       \
        }                                                            \
    } while (0)

__global__ void xorRows(const uint32_t *data, uint32_t *out, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    uint32_t acc = 0;
    for (int c = 0; c < cols; ++c) acc ^= data[r * cols + c];
    out[r] = acc;
}

int main()
{
    const int rows = 128, cols = 64;
    const size_t bytes = rows * cols * sizeof(uint32_t);
    uint32_t *buf = (uint32_t *)aligned_alloc(4096, bytes);
    uint32_t res[rows];
    if (!buf) return 2;
    uint32_t x = 12345u;
    for (int i = 0; i < rows * cols; ++i) buf[i] = x = x * 1664525u + 1013904223u;

    uint32_t *d_buf = nullptr, *d_res = nullptr;
    cudaStream_t s;
    NOTE(cudaHostRegister(buf, bytes, cudaHostRegisterDefault));
    NOTE(cudaStreamCreate(&s));
    NOTE(cudaMalloc(&d_buf, bytes));
    NOTE(cudaMalloc(&d_res, sizeof(res)));
    NOTE(cudaMemcpyAsync(d_buf, buf, bytes, cudaMemcpyHostToDevice, s));
    xorRows<<<(rows + 31) / 32, 32, 0, s>>>(d_buf, d_res, rows, cols);
    NOTE(cudaGetLastError());
    NOTE(cudaMemcpyAsync(res, d_res, sizeof(res), cudaMemcpyDeviceToHost, s));
    NOTE(cudaStreamSynchronize(s));

    int wrong = 0;
    for (int r = 0; r < rows; ++r) {
        uint32_t acc = 0;
        for (int c = 0; c < cols; ++c) acc ^= buf[r * cols + c];
        wrong += acc != res[r];
    }
    NOTE(cudaStreamDestroy(s));
    NOTE(cudaFree(d_buf));
    NOTE(cudaFree(d_res));
    free(buf);  //! used-after-free right: NOTE(cudaHostUnregister(buf));
    NOTE(cudaHostUnregister(buf));  //! right: free(buf);
    printf("%d wrong checksums, %d failed calls\n", wrong, failed);
    return wrong || failed;
}
