#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e) { printf("%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void invert(unsigned char *p, size_t pitch, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) p[y * pitch + x] = 255 - p[y * pitch + x];
}
int main()
{
    const int w = 700, h = 300;
    std::vector<unsigned char> image(w * h, 7);
    unsigned char *d;
    size_t pitch;
    CHECK(cudaMallocPitch(&d, &pitch, h, w)); //! wrong-call right: CHECK(cudaMallocPitch(&d, &pitch, w, h));
    CHECK(cudaMemcpy2D(d, pitch, image.data(), w, w, h, cudaMemcpyHostToDevice)); //! any
    dim3 block(32, 8), grid((w + 31) / 32, (h + 7) / 8);
    invert<<<grid, block>>>(d, pitch, w, h);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy2D(image.data(), w, d, pitch, w, h, cudaMemcpyDeviceToHost));
    printf("%d\n", image[w * h - 1]);
    cudaFree(d);
}
