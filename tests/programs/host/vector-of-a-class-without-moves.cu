#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e) { printf("%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
template <class T> class Buffer { //! wrong-free right: template <class T> class Buffer {
  public:
    explicit Buffer(size_t n) : n_(n) { CHECK(cudaMalloc(&p_, n * sizeof(T))); }
    ~Buffer() { cudaFree(p_); } //! any
    void put(const std::vector<T> &from) { CHECK(cudaMemcpy(p_, from.data(), n_ * sizeof(T), cudaMemcpyHostToDevice)); }
    void get(std::vector<T> &to) const { CHECK(cudaMemcpy(to.data(), p_, n_ * sizeof(T), cudaMemcpyDeviceToHost)); } //! any
    T *ptr() const { return p_; }
    size_t size() const { return n_; }
    //! any right: Buffer(Buffer &&o) noexcept : p_(o.p_), n_(o.n_) { o.p_ = nullptr; }
  private:
    T *p_ = nullptr;
    size_t n_;
};
__global__ void twice(float *x, size_t n)
{
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 2.0f;
}
static void run(Buffer<float> &buffer)
{
    twice<<<(buffer.size() + 255) / 256, 256>>>(buffer.ptr(), buffer.size());
    CHECK(cudaDeviceSynchronize());
}
int main()
{
    std::vector<float> h(900, 4.0f);
    std::vector<Buffer<float>> all;
    for (int k = 0; k < 3; k++) {
        all.push_back(Buffer<float>(h.size())); //! any
        all.back().put(h); //! any
        run(all.back()); //! any
    }
    all[0].get(h); //! any
    printf("%g\n", h[899]);
    return 0;
}
