#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e != cudaSuccess) { fprintf(stderr, "%s ", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void turn(const int *in, int *out, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < cols) out[c * rows + r] = in[r * cols + c];
}
static std::vector<int> transposed(const std::vector<int> &m, int rows, int cols)
{
    int *a, *b;
    std::vector<int> out(m.size());
    CHECK(cudaMalloc(&a, m.size() * sizeof(int)));
    CHECK(cudaMalloc(&b, m.size() * sizeof(int)));
    CHECK(cudaMemcpy(a, m.data(), m.size() * sizeof(int), cudaMemcpyHostToDevice));
    dim3 block(16, 16), grid((cols + 15) / 16, (rows + 15) / 16);
    turn<<<grid, block>>>(a, b, cols, rows); //! wrong-call right: turn<<<grid, block>>>(a, b, rows, cols);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out.data(), b, out.size() * sizeof(int), cudaMemcpyDeviceToHost)); //! any
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    return out;
}
int main()
{
    const int rows = 20, cols = 75;
    std::vector<int> m(rows * cols);
    for (int i = 0; i < rows * cols; i++) m[i] = i;
    printf("%d\n", transposed(m, rows, cols)[5]);
}
