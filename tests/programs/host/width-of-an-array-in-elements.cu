#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e != cudaSuccess) { fprintf(stderr, "%s ", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void half(cudaTextureObject_t t, float *out, int w, int h)
{
    int x = threadIdx.x, y = blockIdx.x;
    if (x < w) out[y * w + x] = tex2D<float>(t, x + 0.5f, y + 0.5f) / 2;
}
int main()
{
    const int w = 96, h = 30;
    std::vector<float> in(w * h, 6.0f), out(w * h);
    auto channels = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    CHECK(cudaMallocArray(&array, &channels, w, h));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, in.data(), w * sizeof(float),
                              w, h, cudaMemcpyHostToDevice)); //! wrong-copy right: w * sizeof(float), h, cudaMemcpyHostToDevice));
    cudaResourceDesc what = {};
    what.resType = cudaResourceTypeArray;
    what.res.array.array = array;
    cudaTextureDesc how = {};
    cudaTextureObject_t t;
    CHECK(cudaCreateTextureObject(&t, &what, &how, nullptr));
    float *d;
    CHECK(cudaMalloc(&d, w * h * sizeof(float)));
    half<<<h, 128>>>(t, d, w, h);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out.data(), d, w * h * sizeof(float), cudaMemcpyDeviceToHost));
    printf("%g\n", out[w * h - 1]);
    CHECK(cudaDestroyTextureObject(t));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFree(d));
}
