#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e != cudaSuccess) { fprintf(stderr, "%s\ ", cudaGetErrorString(e)); exit(1); } } while (0)
class Matrix {
  public:
    Matrix(int r, int c) : rows(r), cols(c), host(r * c) { CHECK(cudaMalloc(&device, bytes())); }
    ~Matrix() { cudaFree(device); }
    Matrix(const Matrix &) = delete;
    size_t bytes() const { return rows * cols; } //! wrong-call right: size_t bytes() const { return rows * cols * sizeof(float); }
    void up() { CHECK(cudaMemcpy(device, host.data(), bytes(), cudaMemcpyHostToDevice)); } //! any
    void down() { CHECK(cudaMemcpy(host.data(), device, bytes(), cudaMemcpyDeviceToHost)); } //! any
    int rows, cols;
    std::vector<float> host;
    float *device = nullptr;
};
__global__ void times2(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 2;
}
int main()
{
    Matrix m(30, 40);
    for (float &v : m.host) v = 1;
    m.up();
    times2<<<5, 256>>>(m.device, 1200); //! any
    CHECK(cudaGetLastError());
    m.down();
    printf("%g\n", m.host[1199]);
}
