extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ unsigned int local[BINS];

    int b = threadIdx.x;
    while (b < BINS) {
        local[b] = 0u;
        b += blockDim.x;
    }
    __syncthreads();

    const int start = blockIdx.x * blockDim.x + threadIdx.x;
    const int stride = gridDim.x * blockDim.x;
    for (int i = start; i < n; i += stride)
        atomicAdd(&local[data[i]], 1u);
    __syncthreads();

    // flush
    b = threadIdx.x;
    while (b < BINS) {
        atomicAdd(&hist[b], (int)local[b]);
        b += stride;
    }
}
