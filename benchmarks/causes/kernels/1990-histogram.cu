// Every warp counts for itself, so that fewer threads meet.
constexpr int WARPS = (BLOCK + 31) / 32;

extern "C" __global__ void histogram(const int *data, int *hist, int n) {
    __shared__ int counts[WARPS][BINS];
    const int me = threadIdx.x;
    const int warp = me % 32;

    for (int w = 0; w < WARPS; ++w)
        for (int bin = me; bin < BINS; bin += BLOCK)
            counts[w][bin] = 0;
    __syncthreads();

    int i = blockIdx.x * BLOCK + me;
    while (i < n) {
        atomicAdd(&counts[warp][data[i]], 1);
        i += gridDim.x * BLOCK;
    }
    __syncthreads();

    for (int bin = me; bin < BINS; bin += BLOCK) {
        int together = 0;
        for (int w = 0; w < WARPS; ++w)
            together += counts[w][bin];
        if (together > 0)
            atomicAdd(&hist[bin], together);
    }
}
