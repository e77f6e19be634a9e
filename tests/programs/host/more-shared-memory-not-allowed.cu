#include <cstdio>
#include <vector>

constexpr int PART = 8192;

__global__ void turned(double *x) {
    extern __shared__ double part[];
    double *own = x + blockIdx.x * PART;
    for (int i = threadIdx.x; i < PART; i += blockDim.x) part[i] = own[i];
    __syncthreads();
    for (int i = threadIdx.x; i < PART; i += blockDim.x) own[i] = part[PART - 1 - i];
}

int main() {
    const int n = 2 * PART;
    const size_t bytes = n * sizeof(double);
    const int shared = PART * sizeof(double);
    std::vector<double> x(n);
    for (int i = 0; i < n; i++) x[i] = i;
    double *d_x;
    if (cudaMalloc(&d_x, bytes) != cudaSuccess) return 2;
    cudaMemcpy(d_x, x.data(), bytes, cudaMemcpyHostToDevice);
    //! right: cudaFuncSetAttribute(turned, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
    turned<<<2, 256, shared>>>(d_x);  //! invalid-launch
    if (cudaGetLastError() != cudaSuccess) return 3;
    cudaMemcpy(x.data(), d_x, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    if (x[0] != PART - 1 || x[n - 1] != PART) return 1;
    puts("right");
    return 0;
}
