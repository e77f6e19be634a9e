#include <cstdio>
#include <vector>
#include <cstdlib>
#define CHECK(c) do { cudaError_t e = (c); if (e != cudaSuccess) { printf("%s ", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void halve(int *x, int n, int *left)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && (x[i] /= 2) > 0) atomicAdd(left, 1);
}
static int steps(std::vector<int> &x, int most)
{
    int n = (int)x.size(), left = 0, used = -1;
    int *d_x, *d_left;
    CHECK(cudaMalloc(&d_x, n * sizeof(int))); //! any
    CHECK(cudaMalloc(&d_left, sizeof(int))); //! any
    CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    for (int step = 1; step <= most && used < 0; ++step) {
        CHECK(cudaMemset(d_left, 0, sizeof(int)));
        halve<<<(n + 63) / 64, 64>>>(d_x, n, d_left);
        if (cudaGetLastError() != cudaSuccess) return -2;
        CHECK(cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost));
        if (left == 0) return step; //! leak right: if (left == 0) used = step;
    }
    CHECK(cudaMemcpy(x.data(), d_x, n * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_left));
    return used;
}
int main()
{
    int wrong = 0;
    for (int round = 1; round <= 3; ++round) {
        std::vector<int> x(100, round);
        steps(x, 10);
        wrong += x[5] != 0;
    }
    printf("%d rounds are not done\n", wrong);
    return wrong;
}
