#include <cstdio>
#include <vector>

class Stopwatch {
    cudaEvent_t begin_, end_;
public:
    Stopwatch() { cudaEventCreate(&begin_); cudaEventCreate(&end_); }
    ~Stopwatch() { cudaEventDestroy(begin_); cudaEventDestroy(end_); }
    void start() { cudaEventRecord(begin_); }
    void stop() { cudaEventRecord(end_); }
    float millis() {
        float ms = 0;
        cudaEventSynchronize(end_);
        cudaEventElapsedTime(&ms, begin_, end_);
        return ms;
    }
};

__global__ void matMul(const float *a, const float *b, float *c, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= n || row >= n) return;
    float s = 0;
    for (int k = 0; k < n; ++k) s += a[row * n + k] * b[k * n + col];
    c[row * n + col] = s;
}

int main()
{
    const int n = 50;
    std::vector<float> a(n * n), b(n * n), c(n * n);
    for (int i = 0; i < n * n; ++i) { a[i] = i % 5; b[i] = i % 7; }
    const size_t bytes = a.size() * sizeof(float);
    float *da, *db, *dc;
    cudaMalloc(&da, bytes); cudaMalloc(&db, bytes); cudaMalloc(&dc, bytes);
    cudaMemcpy(da, a.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), bytes, cudaMemcpyHostToDevice);

    Stopwatch watch;
    dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
    watch.start();
    watch.stop();  //! early-time right: matMul<<<grid, block>>>(da, db, dc, n);
    matMul<<<grid, block>>>(da, db, dc, n);  //! right: watch.stop();
    printf("matMul took %.3f ms\n", watch.millis());
    cudaMemcpy(c.data(), dc, bytes, cudaMemcpyDeviceToHost);
    if (cudaGetLastError() != cudaSuccess) printf("CUDA error\n");

    int bad = 0;
    for (int r = 0; r < n; ++r)
        for (int q = 0; q < n; ++q) {
            float s = 0;
            for (int k = 0; k < n; ++k) s += a[r * n + k] * b[k * n + q];
            if (s != c[r * n + q]) ++bad;
        }
    cudaFree(da); cudaFree(db); cudaFree(dc);
    printf("%d wrong elements\n", bad);
    return bad > 0;
}
