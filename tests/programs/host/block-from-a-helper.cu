#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e != cudaSuccess) { fprintf(stderr, "%s\ ", cudaGetErrorString(e)); exit(1); } } while (0)
static dim3 tileShape() { return dim3(64, 32); } //! invalid-launch right: static dim3 tileShape() { return dim3(32, 8); }
static dim3 gridFor(int w, int h, dim3 t) { return dim3((w + t.x - 1) / t.x, (h + t.y - 1) / t.y); }
__global__ void one(float *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c < w && r < h) x[r * w + c] = 1.0f;
}
int main()
{
    const int w = 100, h = 70;
    std::vector<float> out(w * h);
    float *d;
    CHECK(cudaMalloc(&d, w * h * sizeof(float)));
    dim3 block = tileShape(); //! any
    one<<<gridFor(w, h, block), block>>>(d, w, h); //! any
    CHECK(cudaGetLastError()); //! any
    CHECK(cudaMemcpy(out.data(), d, w * h * sizeof(float), cudaMemcpyDeviceToHost));
    printf("%g\n", out[0]);
    cudaFree(d);
}
