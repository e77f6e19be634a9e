#include <cstdio>
#include <cstdlib>
struct Rows { int count, *first, *value; };
__global__ void sums(const Rows *rows, int *out)
{
    int r = threadIdx.x;
    if (r >= rows->count) return;
    out[r] = 0;
    for (int k = rows->first[r]; k < rows->first[r + 1]; k++) out[r] += rows->value[k];
}
static void *upload(const void *source, size_t bytes)
{
    void *d = nullptr;
    if (cudaMalloc(&d, bytes) != cudaSuccess) exit(1);
    if (cudaMemcpy(d, source, bytes, cudaMemcpyHostToDevice) != cudaSuccess) exit(1); //! any
    return d;
}
int main()
{
    Rows host, device;
    host.count = 20;
    host.first = (int *)malloc(21 * sizeof(int));
    host.value = (int *)malloc(60 * sizeof(int));
    for (int i = 0; i < 21; i++) host.first[i] = 3 * i;
    for (int i = 0; i < 60; i++) host.value[i] = 1;
    device = host;
    device.first = (int *)upload(host.first, 21 * sizeof(int));
    device.value = (int *)upload(host.value, 60 * sizeof(int));
    Rows *d_rows = (Rows *)upload(&host, sizeof(Rows)); //! wrong-memory right: Rows *d_rows = (Rows *)upload(&device, sizeof(Rows));
    int out[20], *d_out;
    cudaMalloc(&d_out, sizeof(out));
    sums<<<1, 32>>>(d_rows, d_out); //! any
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost); //! any
    printf("%d\n", out[19]);
    cudaFree(device.first);
    cudaFree(device.value);
    cudaFree(d_rows);
    cudaFree(d_out);
    free(host.first);
    free(host.value);
}
