#include <iostream>
#include <vector>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(x) if ((x) != cudaSuccess) { std::cerr << "cuda failed at line " << __LINE__ << "\n"; std::exit(1); }

// reverses every tile of the vector
__global__ void reverseTiles(const double* in, double* out, int tile)
{
    extern __shared__ double s[];
    int base = blockIdx.x * tile;
    for (int i = threadIdx.x; i < tile; i += blockDim.x) s[i] = in[base + i];
    __syncthreads();
    for (int i = threadIdx.x; i < tile; i += blockDim.x) out[base + i] = s[tile - 1 - i];
}

int main()
{
    const int n = 32768;
    const int tile = 4096;
    std::vector<double> in(n), out(n, 0.0);
    for (int i = 0; i < n; ++i) in[i] = i;

    double *din, *d_result;
    CHECK(cudaMalloc(&din, n * sizeof(double)));
    CHECK(cudaMalloc(&d_result, n * sizeof(double)));
    CHECK(cudaMemset(d_result, 0, n * sizeof(double)));
    CHECK(cudaMemcpy(din, in.data(), n * sizeof(double), cudaMemcpyHostToDevice));

    reverseTiles<<<n / tile, 256, tile * sizeof(double)>>>(din, d_result, tile);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out.data(), d_result, n, cudaMemcpyDeviceToHost));  //! not-copied-back right: CHECK(cudaMemcpy(out.data(), d_result, n * sizeof(double), cudaMemcpyDeviceToHost));

    double check = 0;
    for (int i = 0; i < n; ++i) check += out[i] * (i % 5);
    std::cout << "out[0] = " << out[0] << ", check = " << check << "\n";
    CHECK(cudaFree(din));
    CHECK(cudaFree(d_result));
    return 0;
}
