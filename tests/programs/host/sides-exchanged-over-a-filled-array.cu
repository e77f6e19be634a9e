#include <iostream>
#include <vector>
#include <cstdlib>
#include <cuda_runtime.h>

#define PROVER(x) do { cudaError_t o = (x); if (o != cudaSuccess) { \
    std::cerr << "oshibka " << cudaGetErrorString(o) << " stroka " << __LINE__ << std::endl; std::exit(1); } } while (0)

__global__ void sobelX(const float* in, float* out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    if (x == 0 || y == 0 || x == w - 1 || y == h - 1) { out[y * w + x] = 0.0f; return; }
    const float* p = in + y * w + x;
    out[y * w + x] = (p[-w + 1] + 2 * p[1] + p[w + 1]) - (p[-w - 1] + 2 * p[-1] + p[w - 1]);
}

int main()
{
    const int w = 256, h = 96;
    const size_t razmer = sizeof(float) * w * h;
    std::vector<float> in(w * h), out(w * h);
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x) in[y * w + x] = x < w / 2 ? 10.0f : 200.0f;

    float *din, *d_result;
    PROVER(cudaMalloc(&din, razmer));
    PROVER(cudaMalloc(&d_result, razmer));
    PROVER(cudaMemset(d_result, 0, razmer));
    PROVER(cudaMemcpy(din, in.data(), razmer, cudaMemcpyHostToDevice));

    dim3 block(16, 16);
    dim3 grid((h + 15) / 16, (w + 15) / 16);  //! wrong-call right: dim3 grid((w + 15) / 16, (h + 15) / 16);
    sobelX<<<grid, block>>>(din, d_result, w, h);
    PROVER(cudaGetLastError());
    PROVER(cudaMemcpy(out.data(), d_result, razmer, cudaMemcpyDeviceToHost));

    double s = 0;
    for (float v : out) s += v;
    std::cout << "sum of edges " << s << std::endl;
    PROVER(cudaFree(din));
    PROVER(cudaFree(d_result));
    return 0;
}
