#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(c) do { cudaError_t e = (c); if (e != cudaSuccess) { fprintf(stderr, "%s\ ", cudaGetErrorString(e)); exit(1); } } while (0)
__global__ void fill(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = i;
}
struct Options { int n = 4000, threads = 200; };
static Options parse(int argc, char **argv)
{
    Options o;
    if (argc > 1) o.n = atoi(argv[1]);
    if (argc > 2) o.threads = atoi(argv[2]);
    return o;
}
int main(int argc, char **argv)
{
    Options o = parse(argc, argv);
    int blocks = (o.n + o.threads - 1) / o.threads;
    int *d;
    std::vector<int> h(o.n);
    CHECK(cudaMalloc(&d, o.n * sizeof(int)));
    fill<<<blocks, blocks>>>(d, o.n); //! wrong-call right: fill<<<blocks, o.threads>>>(d, o.n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(h.data(), d, o.n * sizeof(int), cudaMemcpyDeviceToHost)); //! any
    printf("%d\n", h[o.n - 1]);
    cudaFree(d);
}
