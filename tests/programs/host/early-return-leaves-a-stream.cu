#include <cstdio>
#include <vector>
#include <cstdlib>

#define ASSERT_CUDA(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("CUDA %s\n", cudaGetErrorString(e)); exit(1); } } while (false)

// Sums of lists of different lengths; some are empty
__global__ void addUp(const int *v, int n, int *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(sum, v[i]);
}

int listSum(const std::vector<int> &list)
{
    cudaStream_t s;
    int *d, result = 0, n = (int)list.size();
    ASSERT_CUDA(cudaStreamCreate(&s));  //! leak right: if (list.empty()) return 0;
    if (list.empty()) return 0;  //! right: ASSERT_CUDA(cudaStreamCreate(&s));

    ASSERT_CUDA(cudaMalloc(&d, (n + 1) * sizeof(int)));
    ASSERT_CUDA(cudaMemsetAsync(d + n, 0, sizeof(int), s));
    ASSERT_CUDA(cudaMemcpyAsync(d, list.data(), n * sizeof(int), cudaMemcpyHostToDevice, s));
    addUp<<<(n + 31) / 32, 32, 0, s>>>(d, n, d + n);
    ASSERT_CUDA(cudaGetLastError());
    ASSERT_CUDA(cudaMemcpyAsync(&result, d + n, sizeof(int), cudaMemcpyDeviceToHost, s));
    ASSERT_CUDA(cudaStreamSynchronize(s));
    ASSERT_CUDA(cudaFree(d));
    ASSERT_CUDA(cudaStreamDestroy(s));
    return result;
}

int main()
{
    std::vector<std::vector<int>> lists(6);
    for (int k = 0; k < 6; ++k)
        for (int i = 0; i < 50 * (k % 3); ++i) lists[k].push_back(i + k);

    int bad = 0;
    for (const auto &l : lists) {
        int want = 0;
        for (int v : l) want += v;
        int got = listSum(l);
        printf("%3zu elements: %d\n", l.size(), got);
        if (got != want) ++bad;
    }
    printf("%s\n", bad ? "BAD" : "GOOD");
    return bad;
}
