// Grey value histograms of several frames, one after the other.
#include <array>
#include <cstdint>
#include <iostream>
#include <stdexcept>
#include <vector>
#include <cuda_runtime.h>

namespace {
constexpr int W = 40, H = 30, FRAMES = 4, BINS = 16;

void must(cudaError_t e) { if (e != cudaSuccess) throw std::runtime_error(cudaGetErrorString(e)); }

__global__ void histogram(const std::uint8_t* px, int n, unsigned* bins)
{
    __shared__ unsigned local[BINS];
    if (threadIdx.x < BINS) local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[px[i] >> 4], 1u);
    __syncthreads();
    if (threadIdx.x < BINS) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

std::vector<std::uint8_t> frame(int f)
{
    std::vector<std::uint8_t> v(W * H);
    for (int i = 0; i < W * H; ++i) v[i] = static_cast<std::uint8_t>((i * (f + 3) + f) & 255);
    return v;
}
}

int main()
try {
    std::uint8_t* d_px = nullptr;
    unsigned* d_bins = nullptr;
    must(cudaMalloc(&d_px, W * H));
    must(cudaMalloc(&d_bins, BINS * sizeof(unsigned)));

    bool good = true;
    must(cudaDeviceSynchronize());
    for (int f = 0; f < FRAMES; ++f) {
        must(cudaMemset(d_bins, 0, BINS * sizeof(unsigned)));
        const auto img = frame(f);
        must(cudaMemcpy(d_px, img.data(), img.size(), cudaMemcpyHostToDevice));
        histogram<<<4, 64>>>(d_px, W * H, d_bins);
        must(cudaGetLastError());
        std::array<unsigned, BINS> got{}, want{};
        must(cudaMemcpy(got.data(), d_bins, sizeof(got), cudaMemcpyDeviceToHost));
        for (auto p : img) ++want[p >> 4];
        good = good && got == want;
        std::cout << "frame " << f << (got == want ? " ok\n" : " differs\n");
    }
    must(cudaFree(d_px));
    must(cudaFree(d_bins));
    std::cout << (good ? "right" : "wrong") << std::endl;
    return good ? 0 : 1;
} catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 2;
}
