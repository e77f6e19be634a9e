#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

// Iterations of the Mandelbrot set
__global__ void mandelbrot(int *it, int w, int h, int limit)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h)
        return;
    float cx = -2.0f + 3.0f * px / w, cy = -1.0f + 2.0f * py / h;
    float x = 0.0f, y = 0.0f;
    int k = 0;
    while (k < limit && x * x + y * y <= 4.0f) {
        float t = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = t;
        ++k;
    }
    it[py * w + px] = k;
}

struct CudaError {
    cudaError_t code;
    int line;
};
#define THROW(x) if (cudaError_t c = (x)) throw CudaError{c, __LINE__}

std::vector<int> render(int w, int h, int limit)
{
    std::vector<int> image;
    int *d = nullptr;
    THROW(cudaMalloc(&d, size_t(w) * h * sizeof(int)));
    mandelbrot<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(d, w, h, limit);
    THROW(cudaGetLastError());
    image.reserve(w * h);  //! wrong-copy right: image.resize(w * h);
    THROW(cudaMemcpy(image.data(), d, size_t(w) * h * sizeof(int), cudaMemcpyDeviceToHost));
    THROW(cudaFree(d));
    return image;
}

int main()
{
    try {
        const int w = 60, h = 40;
        std::vector<int> image = render(w, h, 30);
        int inside = 0;
        for (int v : image)
            inside += (v == 30);
        bool good = (int)image.size() == w * h && inside > w * h / 10 && inside < w * h / 2;
        std::printf("%d points inside: %s\n", inside, good ? "plausible" : "implausible");
        return good ? 0 : 1;
    } catch (const CudaError &e) {
        std::fprintf(stderr, "line %d: %s\n", e.line, cudaGetErrorString(e.code));
        return 2;
    }
}
