#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e) { printf("%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
const int RADIUS = 4;
__global__ void stencil(const int *in, int *out, int n)
{
    extern __shared__ int tile[];
    int g = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + RADIUS;
    tile[l] = g < n ? in[g] : 0;
    if (threadIdx.x < RADIUS) {
        tile[l - RADIUS] = g >= RADIUS ? in[g - RADIUS] : 0;
        tile[l + blockDim.x] = g + blockDim.x < n ? in[g + blockDim.x] : 0;
    }
    __syncthreads();
    int sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++) sum += tile[l + k];
    if (g < n) out[g] = sum;
}
int main()
{
    const int n = 1 << 12, threads = 256;
    std::vector<int> in(n, 1), out(n);
    int *d_in, *d_out;
    CHECK(cudaMalloc(&d_in, n * sizeof(int)));
    CHECK(cudaMalloc(&d_out, n * sizeof(int)));
    CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    stencil<<<n / threads, threads, threads * sizeof(int)>>>(d_in, d_out, n); //! wrong-call right: stencil<<<n / threads, threads, (threads + 2 * RADIUS) * sizeof(int)>>>(d_in, d_out, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
    printf("%d %d\n", out[0], out[100]);
    cudaFree(d_in);
    cudaFree(d_out);
}
