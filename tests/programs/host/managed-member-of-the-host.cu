#include <cstdio>
#include <cstdlib>
#define CHECK(c) do { cudaError_t e = (c); if (e) { printf("%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
struct Series { int length; float *values; };
__global__ void halve(Series *s)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < s->length) s->values[i] *= 0.5f;
}
int main()
{
    Series *series;
    CHECK(cudaMallocManaged(&series, sizeof(Series)));
    series->length = 400;
    series->values = (float *)malloc(series->length * sizeof(float)); //! wrong-memory right: CHECK(cudaMallocManaged(&series->values, series->length * sizeof(float)));
    for (int i = 0; i < series->length; i++) series->values[i] = i;
    halve<<<2, 256>>>(series); //! any
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize()); //! any
    printf("%g\n", series->values[399]);
    free(series->values); //! any right: CHECK(cudaFree(series->values));
    CHECK(cudaFree(series));
}
