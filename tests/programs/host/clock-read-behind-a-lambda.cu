#include <chrono>
#include <cstdio>
using Clock = std::chrono::steady_clock;
__global__ void ones(int *x) { x[threadIdx.x] = 1; }
template <class F> double milliseconds(F &&work)
{
    auto begin = Clock::now();
    work();
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count(); //! early-time right: cudaDeviceSynchronize(); return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}
int main()
{
    int x[64], *d_x;
    cudaMalloc(&d_x, sizeof(x));
    double spent = milliseconds([&] { ones<<<1, 64>>>(d_x); });
    cudaMemcpy(x, d_x, sizeof(x), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    printf("%d in %.3f ms\n", x[5], spent > 1e6 ? 0.0 : 1.0);
}
