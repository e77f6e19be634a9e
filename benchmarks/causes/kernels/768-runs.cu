struct Run {
    int bin;
    int length;
};

__device__ void flush(int *bins, const Run &run)
{
    if (run.length > 0)
        atomicAdd(&bins[run.bin], run.length);
}

extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ int bins[BINS];
    for (int b = threadIdx.x; b < BINS; b += BLOCK) bins[b] = 0;
    __syncthreads();

    Run run = {0, 0};
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += BLOCK * gridDim.x) {
        int value = data[i];
        if (value != run.bin) {
            run.bin = value;
            flush(bins, run);
            run.length = 0;
        }
        ++run.length;
    }
    flush(bins, run);
    __syncthreads();

    for (int b = threadIdx.x; b < BINS; b += BLOCK)
        if (bins[b]) atomicAdd(&hist[b], bins[b]);
}
