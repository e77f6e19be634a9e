#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define HANDLE_ERROR(err) (HandleError(err, __FILE__, __LINE__))

static void HandleError(cudaError_t err, const char *file, int line) {
    if (err != cudaSuccess) {
        printf("%s in %s at line %d\n", cudaGetErrorString(err), file, line);
        exit(EXIT_FAILURE);
    }
}

__global__ void transposeNaive(const int *in, int *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        out[x * height + y] = in[y * width + x];
    }
}

int main() {
    const int width = 200;
    const int height = 120;
    const size_t size = width * height * sizeof(int) / 2;  //! wrong-call right: const size_t size = width * height * sizeof(int);

    std::vector<int> in(width * height), out(width * height, -1);
    for (int i = 0; i < width * height; ++i) {
        in[i] = i;
    }

    int *dev_in, *dev_out;
    HANDLE_ERROR(cudaMalloc((void **)&dev_in, size));
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, size));
    HANDLE_ERROR(cudaMemcpy(dev_in, in.data(), size, cudaMemcpyHostToDevice));

    dim3 threads(32, 32);
    dim3 blocks((width + threads.x - 1) / threads.x, (height + threads.y - 1) / threads.y);
    transposeNaive<<<blocks, threads>>>(dev_in, dev_out, width, height);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize());

    HANDLE_ERROR(cudaMemcpy(out.data(), dev_out, size, cudaMemcpyDeviceToHost));

    bool ok = true;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            ok = ok && out[x * height + y] == in[y * width + x];
        }
    }
    printf("transpose %s\n", ok ? "correct" : "WRONG");

    HANDLE_ERROR(cudaFree(dev_in));
    HANDLE_ERROR(cudaFree(dev_out));
    return 0;
}
