extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int bins[BINS];

    if (threadIdx.x < BINS)
        bins[threadIdx.x] = 0;
    __syncthreads();

    int all = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
        atomicAdd(&bins[data[i]], 1);
    __syncthreads();

    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&hist[b], bins[b]);
}
