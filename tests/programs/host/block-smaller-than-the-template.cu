#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e != cudaSuccess) { fprintf(stderr, "%s\ ", cudaGetErrorString(e)); exit(1); } } while (0)
template <int BLOCK> __global__ void minimum(const int *in, int *out, int n)
{
    __shared__ int s[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    s[threadIdx.x] = i < n ? in[i] : 2147483647;
    __syncthreads();
    for (int k = BLOCK / 2; k; k /= 2) {
        if (threadIdx.x < k) s[threadIdx.x] = min(s[threadIdx.x], s[threadIdx.x + k]);
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicMin(out, s[0]);
}
int main()
{
    const int n = 3000, threads = 128; //! wrong-call right: const int n = 3000, threads = 256;
    std::vector<int> h(n);
    for (int i = 0; i < n; i++) h[i] = 5000 - i;
    int *d, *m, most = 2147483647;
    CHECK(cudaMalloc(&d, n * sizeof(int)));
    CHECK(cudaMalloc(&m, sizeof(int)));
    CHECK(cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(m, &most, sizeof(int), cudaMemcpyHostToDevice));
    minimum<256><<<(n + 255) / 256, threads>>>(d, m, n); //! any
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&most, m, sizeof(int), cudaMemcpyDeviceToHost));
    printf("%d\n", most);
    cudaFree(d);
    cudaFree(m);
}
