__device__ void clear(int *bins) {
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        bins[b] = 0;
}

__device__ void flush(const int *bins, int *hist) {
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        if (bins[b] != 0)
            atomicAdd(hist + b, bins[b]);
}

extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int mine[BINS];
    clear(mine);
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int step = blockDim.x;
    while (i < n) {
        atomicAdd(mine + data[i], 1);
        i += step;
    }

    __syncthreads();
    flush(mine, hist);
}
