// Position of the largest value
#include <cstdio>
#include <cstdlib>
#include <vector>
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

// Works in the shared memory of the block: first the values, behind them the positions
__global__ void argMax(const float *x, int n, float *bestValue, int *bestIndex)
{
    extern __shared__ float values[];
    int *index = (int *)(values + blockDim.x);

    float v = -1.0f;
    int at = -1;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (x[i] > v) {
            v = x[i];
            at = i;
        }
    values[threadIdx.x] = v;
    index[threadIdx.x] = at;
    __syncthreads();

    for (unsigned int k = blockDim.x / 2; k > 0; k /= 2) {
        if (threadIdx.x < k && values[threadIdx.x + k] > values[threadIdx.x]) {
            values[threadIdx.x] = values[threadIdx.x + k];
            index[threadIdx.x] = index[threadIdx.x + k];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        bestValue[blockIdx.x] = values[0];
        bestIndex[blockIdx.x] = index[0];
    }
}

int main()
{
    const int n = 70000, threads = 512, blocks = 24, where = 43210;
    std::vector<float> x(n);
    for (int i = 0; i < n; ++i)
        x[i] = (float)((i * 37) % 1000);
    x[where] = 5000.0f;

    float *d_x, *d_value;
    int *d_index;
    CHECK(cudaMalloc(&d_x, n * sizeof(float)));
    CHECK(cudaMalloc(&d_value, blocks * sizeof(float)));
    CHECK(cudaMalloc(&d_index, blocks * sizeof(int)));
    CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));

    const size_t sharedBytes = threads * (sizeof(float) + sizeof(int));
    argMax<<<blocks, threads, sharedBytes>>>(d_x, n, d_value, d_index);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    std::vector<float> value(blocks);
    std::vector<int> index(blocks);
      //! right: CHECK(cudaMemcpy(value.data(), d_value, blocks * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(index.data(), d_index, blocks * sizeof(int), cudaMemcpyDeviceToHost));  //! not-copied-back
    int best = 0;
    for (int b = 1; b < blocks; ++b)
        if (value[b] > value[best])
            best = b;
    printf("largest value %g at %d, expected at %d\n", value[best], index[best], where);
    const bool ok = index[best] == where;

    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_value));
    CHECK(cudaFree(d_index));
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
