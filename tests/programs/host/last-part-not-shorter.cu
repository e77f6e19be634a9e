#include <iostream>
#include <vector>
#include <algorithm>
#include <cstdlib>

constexpr int CHUNK = 1000;

inline void verify(cudaError_t e)
{
    if (e != cudaSuccess) {
        std::cerr << "CUDA: " << cudaGetErrorString(e) << '\n';
        std::exit(1);
    }
}

__global__ void cube(long long *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] = v[i] * v[i] * v[i];
}

// The data is larger than the buffer on the device
void cubeAll(std::vector<long long> &data)
{
    long long *buf;
    verify(cudaMalloc(&buf, CHUNK * sizeof(long long)));
    const int total = static_cast<int>(data.size());
    for (int begin = 0; begin < total; begin += CHUNK) {
        const int len = std::min(CHUNK, total);  //! wrong-copy right: const int len = std::min(CHUNK, total - begin);
        verify(cudaMemcpy(buf, data.data() + begin, len * sizeof(long long), cudaMemcpyHostToDevice));
        cube<<<(len + 127) / 128, 128>>>(buf, len);
        verify(cudaGetLastError());
        verify(cudaMemcpy(data.data() + begin, buf, len * sizeof(long long), cudaMemcpyDeviceToHost));
    }
    verify(cudaFree(buf));
}

int main()
{
    std::vector<long long> data(4300);
    for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<long long>(i);
    cubeAll(data);
    int bad = 0;
    for (size_t i = 0; i < data.size(); ++i) {
        long long k = static_cast<long long>(i);
        if (data[i] != k * k * k) ++bad;
    }
    std::cout << "cubes: " << (bad == 0 ? "all right" : "some wrong") << '\n';
    return bad != 0;
}
