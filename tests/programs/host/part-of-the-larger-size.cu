#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

// Works through a long signal in blocks which do not divide its length.
#define CHECKED(stmt)                                                     \
    if (auto status = (stmt); status != cudaSuccess) {                    \
        std::printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
        std::abort();                                                     \
    }

__global__ void rectify(const short* in, short* out, int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        out[i] = in[i] < 0 ? -in[i] : in[i];
}

class Processor {
public:
    explicit Processor(int cap) : cap_(cap)
    {
        CHECKED(cudaMalloc(&in_, cap * sizeof(short)));
        CHECKED(cudaMalloc(&out_, cap * sizeof(short)));
    }
    ~Processor()
    {
        cudaFree(in_);
        cudaFree(out_);
    }
    void operator()(const std::vector<short>& src, std::vector<short>& dst)
    {
        const int total = (int)src.size();
        for (int pos = 0; pos < total; pos += cap_) {
            const int count = std::max(cap_, total - pos);  //! wrong-copy right: const int count = std::min(cap_, total - pos);
            CHECKED(cudaMemcpy(in_, &src[pos], count * sizeof(short), cudaMemcpyHostToDevice));
            rectify<<<2, 64>>>(in_, out_, count);
            CHECKED(cudaGetLastError());
            CHECKED(cudaMemcpy(&dst[pos], out_, count * sizeof(short), cudaMemcpyDeviceToHost));
        }
    }
private:
    int cap_;
    short *in_ = nullptr, *out_ = nullptr;
};

int main()
{
    std::vector<short> signal(3700), result(3700);
    for (size_t i = 0; i < signal.size(); ++i) signal[i] = short((int)(i * 37 % 501) - 250);
    Processor p(1024);
    p(signal, result);
    int errors = 0;
    for (size_t i = 0; i < signal.size(); ++i)
        if (result[i] != std::abs(signal[i])) ++errors;
    std::printf("errors: %d\n", errors);
    return errors != 0;
}
