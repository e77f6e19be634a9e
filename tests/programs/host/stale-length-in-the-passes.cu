#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e != cudaSuccess) { fprintf(stderr, "%s ", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void largest(const int *in, int *out, int n)
{
    __shared__ int s[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    s[threadIdx.x] = i < n ? in[i] : -1;
    __syncthreads();
    for (int k = 32; k; k /= 2) {
        if (threadIdx.x < k) s[threadIdx.x] = max(s[threadIdx.x], s[threadIdx.x + k]);
        __syncthreads();
    }
    if (!threadIdx.x) out[blockIdx.x] = s[0];
}
int main()
{
    const int n = 5000;
    std::vector<int> h(n);
    for (int i = 0; i < n; i++) h[i] = (i * 31) % 977;
    int *from, *to, best;
    CHECK(cudaMalloc(&from, n * sizeof(int)));
    CHECK(cudaMalloc(&to, (n + 63) / 64 * sizeof(int)));
    CHECK(cudaMemcpy(from, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    for (int left = n; left > 1; left = (left + 63) / 64) {
        largest<<<(left + 63) / 64, 64>>>(from, to, n); //! wrong-call right: largest<<<(left + 63) / 64, 64>>>(from, to, left);
        CHECK(cudaGetLastError());
        std::swap(from, to);
    }
    CHECK(cudaMemcpy(&best, from, sizeof(int), cudaMemcpyDeviceToHost));
    printf("%d\n", best);
    CHECK(cudaFree(from));
    CHECK(cudaFree(to));
}
