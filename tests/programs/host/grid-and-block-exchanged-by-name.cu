// Inclusive scan in three phases
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define N 9000
#define B 256

#define TRY(c) do { cudaError_t r = (c); if (r != cudaSuccess) { \
    fprintf(stderr, "%d: %s\n", __LINE__, cudaGetErrorString(r)); return 1; } } while (0)

__global__ void scanBlock(const int *in, int *out, int *sums, int n)
{
    __shared__ int buf[B];
    int t = threadIdx.x;
    int i = blockIdx.x * B + t;
    buf[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < B; d *= 2) {
        int v = t >= d ? buf[t - d] : 0;
        __syncthreads();
        buf[t] += v;
        __syncthreads();
    }
    if (i < n) out[i] = buf[t];
    if (t == B - 1) sums[blockIdx.x] = buf[t];
}

__global__ void scanSums(int *sums, int m)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        for (int k = 1; k < m; k++) sums[k] += sums[k - 1];
}

__global__ void addSums(int *out, const int *sums, int n)
{
    int i = blockIdx.x * B + threadIdx.x;
    if (blockIdx.x > 0 && i < n) out[i] += sums[blockIdx.x - 1];
}

int main()
{
    int blocks = (N + B - 1) / B;
    int *h = (int *)malloc(N * sizeof(int));
    if (!h) return 1;
    for (int i = 0; i < N; i++) h[i] = i % 3;
    long expect = 0;
    for (int i = 0; i < N; i++) expect += h[i];

    int *dIn, *dResult, *dSums;
    TRY(cudaMalloc(&dIn, N * sizeof(int)));
    TRY(cudaMalloc(&dResult, N * sizeof(int)));
    TRY(cudaMalloc(&dSums, blocks * sizeof(int)));
    TRY(cudaMemcpy(dIn, h, N * sizeof(int), cudaMemcpyHostToDevice));

    scanBlock<<<blocks, B>>>(dIn, dResult, dSums, N);
    TRY(cudaGetLastError());
    scanSums<<<1, 1>>>(dSums, blocks);
    TRY(cudaGetLastError());
    addSums<<<B, blocks>>>(dResult, dSums, N);  //! wrong-call right: addSums<<<blocks, B>>>(dResult, dSums, N);
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());
    TRY(cudaMemcpy(h, dResult, N * sizeof(int), cudaMemcpyDeviceToHost));
    printf("last prefix %d (expected %ld)\n", h[N - 1], expect);

    TRY(cudaFree(dIn));
    TRY(cudaFree(dResult));
    TRY(cudaFree(dSums));
    free(h);
    return 0;
}
