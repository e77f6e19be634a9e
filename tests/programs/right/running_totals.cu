// Sums that go on from launch to launch and are looked at on the way, bytes in a volume with a pitch, and launches on
// managed memory that the host changes: all as it should be.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call) do { if ((call) != cudaSuccess) exit(1); } while (0)

__device__ unsigned int d_above;

__global__ void sumOfPart(const int *x, int begin, int count, int *total) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) atomicAdd(total, x[begin + i]);
}

__global__ void countPart(const int *x, int begin, int count, int limit) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count && x[begin + i] > limit) atomicAdd(&d_above, 1u);
}

__global__ void flip(cudaPitchedPtr p, int width, int height) {
    unsigned char *row = (unsigned char *)p.ptr + (blockIdx.y * height + blockIdx.x) * p.pitch;
    if (threadIdx.x < width) row[threadIdx.x] = 255 - row[threadIdx.x];
}

__global__ void doubled(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i];
}

int main() {
    const int n = 4000, part = 1000;
    std::vector<int> x(n, 1);
    int *d_x, *d_total, total = 0, wrong = 0;
    unsigned int above = 0;
    CHECK(cudaMalloc(&d_x, n * sizeof(int)));
    CHECK(cudaMalloc(&d_total, sizeof(int)));
    CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_total, 0, sizeof(int)));
    CHECK(cudaMemcpyToSymbol(d_above, &above, sizeof(above)));
    for (int begin = 0; begin < n; begin += part) {
        sumOfPart<<<4, 256>>>(d_x, begin, part, d_total);
        countPart<<<4, 256>>>(d_x, begin, part, 0);
        CHECK(cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost));
        CHECK(cudaMemcpyFromSymbol(&above, d_above, sizeof(above)));
        wrong += total != begin + part || (int)above != total;
    }

    const int width = 128, height = 4, depth = 2;
    std::vector<unsigned char> volume(width * height * depth, 5);
    cudaPitchedPtr device;
    cudaMemcpy3DParms up = {}, down = {};
    up.extent = down.extent = make_cudaExtent(width, height, depth);
    CHECK(cudaMalloc3D(&device, up.extent));
    up.srcPtr = down.dstPtr = make_cudaPitchedPtr(volume.data(), width, width, height);
    up.dstPtr = down.srcPtr = device;
    up.kind = cudaMemcpyHostToDevice, down.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&up));
    flip<<<dim3(height, depth), width>>>(device, width, height);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy3D(&down));
    wrong += volume.back() != 250;

    int *in, *out;
    CHECK(cudaMallocManaged(&in, 256 * sizeof(int)));
    CHECK(cudaMallocManaged(&out, 256 * sizeof(int)));
    for (int turn = 0; turn < 4; turn++) {
        for (int i = 0; i < 256; i++) in[i] = turn + i;
        doubled<<<1, 256>>>(in, out, 256);
        CHECK(cudaDeviceSynchronize());
        wrong += out[255] != 2 * (turn + 255);
    }
    for (void *each : {(void *)d_x, (void *)d_total, device.ptr, (void *)in, (void *)out}) CHECK(cudaFree(each));
    printf("%s\n", wrong ? "wrong" : "right");
    return wrong != 0;
}
