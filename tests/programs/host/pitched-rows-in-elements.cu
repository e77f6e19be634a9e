#include <iostream>
#include <vector>
#include <cuda_runtime.h>

constexpr int ROWS = 50;
constexpr int COLS = 70;

inline bool failed(cudaError_t e, const char *msg)
{
    if (e == cudaSuccess) return false;
    std::cerr << msg << ": " << cudaGetErrorString(e) << '\n';
    return true;
}

__global__ void scaleRows(float *m, size_t pitch, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < cols) {
        float *row = (float *)((char *)m + r * pitch);
        row[c] *= (float)(r + 1);
    }
}

int main()
{
    std::vector<float> host(ROWS * COLS, 1.0f);
    float *dev = nullptr;
    size_t pitch = 0;
    const size_t rowBytes = COLS;  //! wrong-call right: const size_t rowBytes = COLS * sizeof(float);

    if (failed(cudaMallocPitch((void **)&dev, &pitch, rowBytes, ROWS), "cudaMallocPitch"))
        return 1;
    if (failed(cudaMemcpy2D(dev, pitch, host.data(), rowBytes, rowBytes, ROWS,
                            cudaMemcpyHostToDevice), "copy to device"))
        return 1;

    dim3 threads(32, 8);
    dim3 blocks((COLS + 31) / 32, (ROWS + 7) / 8);
    scaleRows<<<blocks, threads>>>(dev, pitch, ROWS, COLS);
    if (failed(cudaGetLastError(), "launch")) return 1;
    if (failed(cudaDeviceSynchronize(), "kernel")) return 1;

    if (failed(cudaMemcpy2D(host.data(), rowBytes, dev, pitch, rowBytes, ROWS,
                            cudaMemcpyDeviceToHost), "copy to host"))
        return 1;

    int mistakes = 0;
    for (int r = 0; r < ROWS; ++r)
        for (int c = 0; c < COLS; ++c)
            if (host[r * COLS + c] != (float)(r + 1)) ++mistakes;
    std::cout << "mistakes: " << mistakes << std::endl;

    if (failed(cudaFree(dev), "cudaFree")) return 1;
    return 0;
}
