extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int bins[BINS];

    if (threadIdx.x < BINS)
        bins[threadIdx.x] = 0;
    __syncthreads();

    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        atomicAdd(&bins[data[i]], 1);
    __syncthreads();

    for (int b = threadIdx.x; b < BINS; b += BLOCK)
        atomicAdd(&hist[b], bins[b]);
}
