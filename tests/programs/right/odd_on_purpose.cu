// What looks like mistakes of the host's and is none: results that are compared from run to run, a first look at memory that
// a kernel has not written yet, one of two outputs that is not needed, a stop event behind other streams, settings that overlap,
// parameters under other names, objects that hand their pointer on, and a table of which only the front is used.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call) do { if ((call) != cudaSuccess) exit(1); } while (0)

__constant__ float c_curve[8];
__device__ int d_table[64];

struct Free { void operator()(int *p) const { cudaFree(p); } };

class Buffer {
  public:
    explicit Buffer(int n) : n_(n) { CHECK(cudaMalloc(&p_, n * sizeof(int))); }
    Buffer(Buffer &&other) noexcept : p_(std::exchange(other.p_, nullptr)), n_(other.n_) {}
    Buffer &operator=(Buffer &&other) noexcept { std::swap(p_, other.p_); std::swap(n_, other.n_); return *this; }
    ~Buffer() { cudaFree(p_); }
    int *get() const { return p_; }
  private:
    int *p_ = nullptr, n_;
};

__global__ void split(const int *in, int *low, int *high, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) low[i] = in[i] & 255, high[i] = in[i] >> 8;
}

__global__ void looked(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = d_table[in[i] % 16] + (int)c_curve[in[i] % 6];
}

static void compare(int *out, int *in, int n, cudaStream_t s) {  // the other way round than in the kernel
    looked<<<(n + 127) / 128, 128, 0, s>>>(in, out, n);
    CHECK(cudaGetLastError());
}

int main() {
    const int n = 600, size = n * sizeof(int);
    std::vector<int> h(n), first(n), again(n);
    for (int i = 0; i < n; i++) h[i] = 3 * i;
    int table[16], *d_in = nullptr, *d_out = nullptr, wrong = 0;
    for (int i = 0; i < 16; i++) table[i] = i * i;
    const float front[4] = {0, 1, 2, 3}, back[4] = {2, 3, 4, 5};
    CHECK(cudaMemcpyToSymbol(d_table, table, sizeof table));
    CHECK(cudaMemcpyToSymbol(c_curve, front, sizeof front));
    CHECK(cudaMemcpyToSymbol(c_curve, back, sizeof back, 2 * sizeof(float)));
    CHECK(cudaMalloc(&d_in, size));
    CHECK(cudaMalloc(&d_out, size));
    CHECK(cudaMemcpy(d_in, h.data(), size, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_out, 0, size));
    CHECK(cudaMemcpy(first.data(), d_out, size, cudaMemcpyDeviceToHost));
    for (int value : first) wrong += value != 0;

    cudaStream_t s;
    cudaEvent_t start, stop;
    float ms = 0;
    CHECK(cudaStreamCreate(&s));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    for (int run = 0; run < 4; run++) {
        compare(d_out, d_in, n, s);
        CHECK(cudaMemcpyAsync(again.data(), d_out, size, cudaMemcpyDeviceToHost, s));
        CHECK(cudaStreamSynchronize(s));
        if (run == 0) first = again;
        wrong += first != again;
    }
    for (int i = 0; i < n; i++) wrong += first[i] != table[h[i] % 16] + h[i] % 6;

    std::vector<Buffer> halves;
    for (int k = 0; k < 3; k++) halves.push_back(Buffer(n));
    halves[2] = Buffer(n);
    split<<<(n + 127) / 128, 128, 0, s>>>(d_in, halves[0].get(), halves[1].get(), n);
    CHECK(cudaMemcpyAsync(again.data(), halves[0].get(), size, cudaMemcpyDeviceToHost, s));
    CHECK(cudaStreamSynchronize(s));
    for (int i = 0; i < n; i++) wrong += again[i] != (h[i] & 255);
    std::unique_ptr<int, Free> owned(halves[2].get() ? d_in : nullptr);

    CHECK(cudaEventRecord(start, s));
    compare(d_out, d_in, n, s);
    CHECK(cudaEventRecord(stop));  // the default stream waits for s
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    wrong += !(ms > 0);
    CHECK(cudaMemcpy(again.data(), d_out, size, cudaMemcpyDeviceToHost));
    wrong += first != again;
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaStreamDestroy(s));
    CHECK(cudaFree(d_out));
    printf("%s\n", wrong ? "wrong" : "right");
    return wrong != 0;
}
