// The left halves of rows are copied: their width is half of a number of bytes, and says sizeof nowhere near.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call) do { if ((call) != cudaSuccess) exit(1); } while (0)

__global__ void increase(float *p, size_t pitch, int width, int height) {
    int x = threadIdx.x, y = blockIdx.x;
    if (x < width && y < height) ((float *)((char *)p + y * pitch))[x] += 1.0f;
}

int main() {
    const int width = 64, height = 10;
    const size_t rowBytes = width * sizeof(float), left = rowBytes / 2;
    std::vector<float> image(width * height, 1.0f);
    float *d;
    size_t pitch;
    CHECK(cudaMallocPitch(&d, &pitch, left, height));
    CHECK(cudaMemcpy2D(d, pitch, image.data(), width * sizeof(float), left, height, cudaMemcpyHostToDevice));
    increase<<<height, 32>>>(d, pitch, width / 2, height);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy2D(image.data(), width * sizeof(float), d, pitch, left, height, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d));
    int wrong = 0;
    for (int i = 0; i < width * height; i++) wrong += image[i] != (i % width < width / 2 ? 2.0f : 1.0f);
    printf("%s\n", wrong ? "wrong" : "right");
    return wrong != 0;
}
