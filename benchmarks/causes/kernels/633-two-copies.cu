#define COPIES 2
#define FOR_THREADS(i, count) for (int i = threadIdx.x; i < (count); i += BLOCK)

extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    // odd and even warps count apart, side by side
    __shared__ int bins[BINS * COPIES];
    const int copy = threadIdx.x / 32 % COPIES;

    FOR_THREADS(i, BINS)
        bins[i] = 0;
    __syncthreads();

    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        atomicAdd(&bins[data[i] * COPIES + copy], 1);
    __syncthreads();

    FOR_THREADS(bin, BINS) {
        int seen = 0;
        for (int c = 0; c < COPIES; ++c)
            seen += bins[bin * COPIES + c];
        atomicAdd(&hist[bin], seen);
    }
}
