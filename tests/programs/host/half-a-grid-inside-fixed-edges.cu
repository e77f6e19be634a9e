// Temperature of a plate with fixed edges: Jacobi iterations
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
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

// The edges of the plate keep their values
__global__ void jacobi(const float *u, float *v, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
        int i = y * width + x;
        v[i] = 0.25f * (u[i - 1] + u[i + 1] + u[i - width] + u[i + width]);
    }
}

int main()
{
    const int width = 130, height = 90, iterations = 200;
    const size_t bytes = (size_t)width * height * sizeof(float);

    std::vector<float> plate(width * height, 20.0f), result(width * height);
    for (int x = 0; x < width; ++x)
        plate[x] = 100.0f;

    float *d_old = nullptr, *d_new = nullptr;
    CHECK(cudaMalloc(&d_old, bytes));
    CHECK(cudaMalloc(&d_new, bytes));
    CHECK(cudaMemcpy(d_old, plate.data(), bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_new, plate.data(), bytes, cudaMemcpyHostToDevice));

    dim3 block(16, 16);
    dim3 grid((width + block.x - 1) / block.x / 2, (height + block.y - 1) / block.y);  //! wrong-call right: dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    for (int k = 0; k < iterations; ++k) {
        jacobi<<<grid, block>>>(d_old, d_new, width, height);
        CHECK(cudaGetLastError());
        std::swap(d_old, d_new);
    }
    CHECK(cudaMemcpy(result.data(), d_old, bytes, cudaMemcpyDeviceToHost));

    std::vector<float> u(plate), v(plate);
    for (int k = 0; k < iterations; ++k) {
        for (int y = 1; y < height - 1; ++y)
            for (int x = 1; x < width - 1; ++x) {
                int i = y * width + x;
                v[i] = 0.25f * (u[i - 1] + u[i + 1] + u[i - width] + u[i + width]);
            }
        std::swap(u, v);
    }
    float worst = 0.0f;
    for (int i = 0; i < width * height; ++i)
        worst = std::max(worst, std::fabs(u[i] - result[i]));
    printf("largest deviation: %g\n", worst);

    CHECK(cudaFree(d_old));
    CHECK(cudaFree(d_new));
    return worst < 1e-2f ? EXIT_SUCCESS : EXIT_FAILURE;
}
