// Struct of arrays: particles moving with constant velocity
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define SAFE(x) do { cudaError_t e = (x); if (e != cudaSuccess) { \
    fprintf(stderr, "%s failed at %d: %s\n", #x, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

struct Particles {
    float *pos;
    float *vel;
    int count;
};

__global__ void advance(Particles p, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < p.count) p.pos[i] += dt * p.vel[i];
}

float *toDevice(const float *src, int n)
{
    float *d;
    SAFE(cudaMalloc(&d, n * sizeof(float)));
    SAFE(cudaMemcpy(d, src, n * sizeof(float), cudaMemcpyHostToDevice));
    return d;
}

int main()
{
    const int n = 7000;
    std::vector<float> pos(n, 0.0f), vel(n);
    for (int i = 0; i < n; ++i) vel[i] = (float)(i % 8);

    Particles host{pos.data(), vel.data(), n};
    Particles dev;
    dev.count = host.count;
    dev.pos = toDevice(host.pos, n);
    dev.vel = toDevice(host.vel, n);

    for (int step = 0; step < 20; ++step) {
        advance<<<n / 256, 256>>>(dev, 0.5f);  //! wrong-call right: advance<<<(n + 255) / 256, 256>>>(dev, 0.5f);
        SAFE(cudaGetLastError());
    }
    SAFE(cudaDeviceSynchronize());
    SAFE(cudaMemcpy(host.pos, dev.pos, n * sizeof(float), cudaMemcpyDeviceToHost));

    double sum = 0;
    for (float f : pos) sum += f;
    printf("sum of positions: %.1f\n", sum);

    SAFE(cudaFree(dev.pos));
    SAFE(cudaFree(dev.vel));
    return 0;
}
