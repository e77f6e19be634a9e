#include <cstdio>
#include <vector>
#include <algorithm>
__global__ void negate(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = -x[i];
}
int main(int argc, char **argv)
{
    const size_t n = 10000, piece = 4096;
    std::vector<float> data(n, 1.5f);
    float *d = nullptr;
    if (cudaMalloc(&d, piece * sizeof(float)) != cudaSuccess) return 1;
    for (size_t begin = 0; begin < n; begin += piece) {
        size_t now = piece; //! wrong-copy right: size_t now = std::min(piece, n - begin);
        if (cudaMemcpy(d, data.data() + begin, now * sizeof(float), cudaMemcpyHostToDevice) != cudaSuccess) return 2; //! any
        negate<<<(now + 127) / 128, 128>>>(d, (int)now);
        if (cudaGetLastError() != cudaSuccess) return 3;
        if (cudaMemcpy(data.data() + begin, d, now * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess) return 4; //! any
    }
    printf("%g %g\n", data[0], data[n - 1]);
    cudaFree(d);
    return 0;
}
