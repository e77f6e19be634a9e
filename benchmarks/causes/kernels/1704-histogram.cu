extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int local_bins[BINS];
    const int t = threadIdx.x;

    if (t < BINS)
        local_bins[t] = 0;
    __syncthreads();

    int i = blockIdx.x * blockDim.x + t;
    const int stride = gridDim.x * blockDim.x;
    while (i < n) {
        atomicAdd(&local_bins[data[i]], 1);
        i += stride;
    }
    __syncthreads();

    for (int b = t; b < BINS; b += blockDim.x)
        atomicAdd(&hist[b], local_bins[b]);
}
