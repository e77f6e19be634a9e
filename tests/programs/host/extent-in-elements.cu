#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e != cudaSuccess) { fprintf(stderr, "%s\ ", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void bump(cudaPitchedPtr p, int w, int h, int d)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = blockIdx.z;
    if (x < w && y < h && z < d) {
        char *slice = (char *)p.ptr + z * p.pitch * h;
        ((float *)(slice + y * p.pitch))[x] += 1.0f;
    }
}
int main()
{
    const int w = 50, h = 20, d = 6;
    std::vector<float> host(w * h * d, 3.0f);
    cudaExtent extent = make_cudaExtent(w * sizeof(float), h, d);
    cudaPitchedPtr device;
    CHECK(cudaMalloc3D(&device, extent));
    cudaMemcpy3DParms up = {};
    up.srcPtr = make_cudaPitchedPtr(host.data(), w * sizeof(float), w, h);
    up.dstPtr = device;
    up.extent = make_cudaExtent(w, h, d); //! wrong-copy right: up.extent = extent;
    up.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&up)); //! any
    bump<<<dim3(1, h, d), 64>>>(device, w, h, d); //! any
    CHECK(cudaGetLastError());
    cudaMemcpy3DParms down = {};
    down.srcPtr = device;
    down.dstPtr = make_cudaPitchedPtr(host.data(), w * sizeof(float), w, h);
    down.extent = extent;
    down.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&down));
    printf("%g\n", host.back());
    CHECK(cudaFree(device.ptr));
}
