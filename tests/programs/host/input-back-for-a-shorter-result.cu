#include <iostream>
#include <vector>
#include <cstdlib>
#include <cuda_runtime.h>

#define CE(x) do { cudaError_t c_ = (x); if (c_ != cudaSuccess) { \
    std::cerr << cudaGetErrorString(c_) << " (" << __LINE__ << ")\n"; std::exit(1); } } while (0)

const int RADIUS = 3;

// the input has RADIUS extra cells on either side
__global__ void boxFilter(const int* in, int* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int s = 0;
    for (int k = 0; k <= 2 * RADIUS; ++k) s += in[i + k];
    out[i] = s;
}

int main()
{
    const int n = 16384;
    const int padded = n + 2 * RADIUS;
    std::vector<int> in(padded, 0), out(n);
    for (int i = 0; i < n; ++i) in[RADIUS + i] = i % 13;

    int *d_in = nullptr, *d_out = nullptr;
    CE(cudaMalloc(&d_in, padded * sizeof(int)));
    CE(cudaMalloc(&d_out, n * sizeof(int)));
    CE(cudaMemset(d_in, 0, padded * sizeof(int)));
    CE(cudaMemcpy(d_in + RADIUS, in.data() + RADIUS, n * sizeof(int), cudaMemcpyHostToDevice));

    boxFilter<<<(n + 255) / 256, 256>>>(d_in, d_out, n);
    CE(cudaGetLastError());
    CE(cudaDeviceSynchronize());
    CE(cudaMemcpy(out.data(), d_in, n * sizeof(int), cudaMemcpyDeviceToHost));  //! not-copied-back right: CE(cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));

    long long sum = 0;
    for (int v : out) sum += v;
    std::cout << "box sum " << sum << '\n';
    CE(cudaFree(d_in));
    CE(cudaFree(d_out));
    return 0;
}
