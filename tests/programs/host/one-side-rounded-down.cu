#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e != cudaSuccess) { fprintf(stderr, "%s ", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void ones(float *x, int w, int h, int d)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    int k = blockIdx.z * blockDim.z + threadIdx.z;
    if (i < w && j < h && k < d) x[(k * h + j) * w + i] = 1.0f;
}
int main()
{
    const int w = 37, h = 22, d = 9;
    std::vector<float> out(w * h * d);
    float *x;
    CHECK(cudaMalloc(&x, out.size() * sizeof(float)));
    dim3 block(8, 8, 4);
    dim3 grid((w + block.x - 1) / block.x,
              h / block.y, //! wrong-call right: (h + block.y - 1) / block.y,
              (d + block.z - 1) / block.z);
    ones<<<grid, block>>>(x, w, h, d); //! any
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out.data(), x, out.size() * sizeof(float), cudaMemcpyDeviceToHost)); //! any
    printf("%g\n", out.back());
    CHECK(cudaFree(x));
}
